import type { Point } from '../../board/geometry';

/** Find a position for a battle's drawing beside the attacked place, where it hides neither of the two places. */
interface Size {
  width: number;
  height: number;
}

const GAP = 34; // pixels between the drawing and the centre of a badge
const EDGE = 8;

/** The top left corner of a drawing of this size in a room: beyond the target, or else beside the arrow. */
export function fightPlace(source: Point, target: Point, size: Size, room: Size): Point {
  const [dx, dy] = [target[0] - source[0], target[1] - source[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const ways: Point[] = [
    [ux, uy],
    [-uy, ux],
    [uy, -ux],
    [0, -1],
    [0, 1],
    [1, 0],
    [-1, 0],
  ];
  const corners = [0, 80].flatMap((further) =>
    ways.map((way) => within(beside(target, way, size, further), size, room)),
  );
  const clear = corners.find((corner) => [source, target].every((point) => !covers(corner, size, point)));
  return clear ?? corners[0]!;
}

/** The point at least half a drawing away from another in a direction. */
function beside([x, y]: Point, [ux, uy]: Point, { width, height }: Size, further: number): Point {
  const reach =
    Math.min(width / 2 / Math.max(0.001, Math.abs(ux)), height / 2 / Math.max(0.001, Math.abs(uy))) + GAP + further;
  return [x + ux * reach - width / 2, y + uy * reach - height / 2];
}

function within([x, y]: Point, size: Size, room: Size): Point {
  const clamp = (value: number, most: number) => Math.max(EDGE, Math.min(value, most - EDGE));
  return [clamp(x, room.width - size.width), clamp(y, room.height - size.height)];
}

function covers([left, top]: Point, { width, height }: Size, [x, y]: Point): boolean {
  const air = GAP * 0.6;
  return x > left - air && x < left + width + air && y > top - air && y < top + height + air;
}
