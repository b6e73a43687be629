// Reads every case of docs/specifications/conformance: `node examples/reader/conform.mjs [FOLDER]`. Exit status 1 if a
// reading differs or a wrong text is read.
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { readAction, readJournal, readPosition } from "./reader.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/specifications/conformance", import.meta.url));
const load = (kind) => JSON.parse(readFileSync(`${folder}/${kind}.json`, "utf8"));
const { editions } = load("editions");
const READERS = {
  positions: (test) => readPosition(editions, test.text),
  views: (test) => readPosition(editions, test.text),
  actions: (test) => readAction(editions, test.edition, test.text),
  journals: (test) => readJournal(editions, test.text),
};

let failures = 0;
function fail(kind, test, why) {
  failures += 1;
  console.log(`${kind}: ${test.name}: ${why}`);
}

for (const [kind, read] of Object.entries(READERS)) {
  const { valid, invalid } = load(kind);
  for (const test of valid) {
    try {
      deepStrictEqual(read(test), test.reading);
    } catch (error) {
      fail(kind, test, error.message);
    }
  }
  for (const test of invalid) {
    let reading;
    try {
      reading = read(test);
    } catch {
      continue;
    }
    fail(kind, test, `was read: ${JSON.stringify(reading).slice(0, 80)}`);
  }
  console.log(`${kind}: ${valid.length} read, ${invalid.length} refused`);
}
process.exit(failures ? 1 : 0);
