import { settings } from '../../settings.svelte';
import { samplesOf } from './wav';

/** How loud each sound is beside the others; the files are equally loud (tools/media/sounds.py). */
const LEVELS = {
  dice: 0.55,
  march: 0.5,
  conquest: 0.6,
  elimination: 0.75,
  victory: 0.85,
  turn: 0.5,
  attacked: 0.5,
  place: 0.3,
  card: 0.3,
  refused: 0.4,
  clock: 0.5,
};
export type Cue = keyof typeof LEVELS;

const RATE = 16_000;
const PATIENCE = 200; // milliseconds until a sound would come too late
const APART = 90; // milliseconds: the same sound twice within them would only be louder
const FILES = import.meta.glob<string>('./*.wav', { query: '?url', import: 'default', eager: true });
const fetched = new Map<Cue, Promise<AudioBuffer>>();
const played = new Map<Cue, number>();
let speaker: AudioContext | null = null;

/** A sound's file, fetched once, when it is first wanted. */
function buffer(cue: Cue): Promise<AudioBuffer> {
  const known = fetched.get(cue);
  if (known) return known;
  const found = load(cue);
  found.catch(() => fetched.delete(cue)); // the next time it may come
  fetched.set(cue, found);
  return found;
}

async function load(cue: Cue): Promise<AudioBuffer> {
  const answer = await fetch(FILES[`./${cue}.wav`] ?? '', { priority: 'low' });
  if (!answer.ok) throw new Error(answer.statusText);
  const samples = samplesOf(await answer.arrayBuffer());
  const made = new AudioBuffer({ length: samples.length, numberOfChannels: 1, sampleRate: RATE });
  made.copyToChannel(samples, 0);
  return made;
}

const canPlay = () => settings.sound && settings.volume > 0 && typeof AudioContext !== 'undefined';

/** Fetch all sounds when a player sits down with sound on, before they are needed. */
export function fetchSounds(): void {
  if (canPlay()) for (const cue of Object.keys(LEVELS) as Cue[]) buffer(cue).catch(() => {});
}

/** Play a sound, if sound is on and the browser allows it; a hidden page only plays what calls its player. */
export function sound(cue: Cue): void {
  if (!canPlay() || (document.hidden && cue !== 'turn' && cue !== 'clock')) return;
  const now = performance.now();
  if (now - (played.get(cue) ?? -APART) < APART) return;
  played.set(cue, now);
  buffer(cue).then(
    (loaded) => play(loaded, LEVELS[cue]),
    () => {}, // a game without this sound is still a game
  );
}

async function play(loaded: AudioBuffer, level: number): Promise<void> {
  speaker ??= new AudioContext();
  if (!(await isRunning(speaker))) return;
  const [source, volume] = [speaker.createBufferSource(), speaker.createGain()];
  source.buffer = loaded;
  volume.gain.value = level * settings.volume ** 2; // as the ear counts
  source.connect(volume).connect(speaker.destination);
  source.start();
}

/** Before the first click on the page a browser plays nothing; what came then is not made up for later, all at once. */
async function isRunning(context: AudioContext): Promise<boolean> {
  if (context.state === 'suspended')
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, PATIENCE))]);
  return context.state === 'running';
}
