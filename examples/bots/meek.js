// A bot in plain JavaScript for `kamchatka arena --seats "exec:node examples/bots/meek.js,cautious,cautious"`.
// It passes whenever it may; else it takes the first of the actions that the question lists.
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const question = JSON.parse(line);
  const actions = question.actions || [{ act: "pass" }];
  const action = actions.find((one) => one.act === "pass") || actions[0];
  console.log(JSON.stringify({ v: 1, id: question.id, action }));
});
