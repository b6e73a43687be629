import type { Geometry } from '../../board/geometry';
import { contentOf, stands } from '../../board/geometry';

/** The texts of a shared picture: the headline, how it ended, and every seat with its territories. */
export interface Card {
  headline: string;
  text: string;
  game: string;
  seats: { name: string; colour: number; lands: number; won: boolean }[];
}

const [WIDTH, HEIGHT] = [1200, 630]; // as link previews show them
const MAP: [number, number, number, number] = [40, 150, 760, 440];

/** Draw the end of a game: the board in its owners' colours, and the players. */
export function drawCard(
  pen: CanvasRenderingContext2D,
  board: Geometry,
  card: Card,
  colourOf: (place: string) => number,
  paint: (name: string) => string,
): void {
  const ground = pen.createLinearGradient(0, 0, 0, HEIGHT);
  ground.addColorStop(0, paint('--sea1'));
  ground.addColorStop(1, paint('--sea2'));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  drawMap(pen, board, colourOf, paint);
  pen.fillStyle = paint('--ink');
  write(pen, card.headline, 40, 84, `600 60px ${paint('--display')}`, WIDTH - 80);
  write(pen, card.text, 42, 126, `500 24px ${paint('--sans')}`, WIDTH - 84);
  write(pen, card.game, 830, 586, `600 22px ${paint('--sans')}`, 340);
  for (const [row, seat] of card.seats.entries()) {
    const y = 182 + row * 62;
    pen.fillStyle = paint(seat.colour ? `--p${seat.colour}` : '--ink-3');
    pen.beginPath();
    pen.roundRect(830, y, 40, 40, 10);
    pen.fill();
    pen.fillStyle = paint('--ink');
    write(pen, seat.name, 884, y + 29, `${seat.won ? 700 : 500} 25px ${paint('--sans')}`, 220);
    pen.textAlign = 'right';
    write(pen, String(seat.lands), 1160, y + 31, `700 31px ${paint('--cond')}`, 60);
    pen.textAlign = 'left';
  }
}

function drawMap(
  pen: CanvasRenderingContext2D,
  board: Geometry,
  colourOf: (place: string) => number,
  paint: (name: string) => string,
): void {
  const [left, top, right, bottom] = contentOf(board);
  const [x, y, width, height] = MAP;
  const scale = Math.min(width / (right - left), height / (bottom - top));
  pen.save();
  pen.translate(x + (width - (right - left) * scale) / 2, y + (height - (bottom - top) * scale) / 2);
  pen.scale(scale, scale);
  pen.translate(-left, -top);
  pen.lineWidth = 2.2;
  pen.strokeStyle = paint('--surface');
  for (const [place, shape] of stands(board)) {
    const path = new Path2D(shape.path);
    const colour = colourOf(place);
    pen.fillStyle = paint(colour ? `--p${colour}` : '--line-2');
    pen.fill(path);
    pen.stroke(path);
  }
  pen.restore();
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, most: number): void {
  pen.font = font;
  pen.fillText(text, x, y, most);
}

/** The picture as a file. */
export async function pictureOf(draw: (pen: CanvasRenderingContext2D) => void): Promise<File> {
  const sheet = document.createElement('canvas');
  [sheet.width, sheet.height] = [WIDTH, HEIGHT];
  draw(sheet.getContext('2d')!);
  const data = await new Promise<Blob | null>((done) => sheet.toBlob(done, 'image/png'));
  return new File([data!], 'kamchatka.png', { type: 'image/png' });
}

/** Share the picture with the device's own dialog, or save it if there is none. */
export async function send(picture: File, text: string, url: string): Promise<void> {
  const bundle = { files: [picture], text, url };
  if (navigator.canShare?.(bundle)) {
    await navigator.share(bundle).catch(() => {}); // the user cancelled
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
