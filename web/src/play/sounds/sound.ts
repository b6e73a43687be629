import { settings } from '../../settings.svelte';
import { samplesOf } from './wav';

/** The relative volume of each sound; the files are equally loud (tools/media/sounds.py). */
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
const PATIENCE = 200; // milliseconds after which a sound would be too late
const APART = 90; // milliseconds in which repeating a sound would only make it louder
const FILES = import.meta.glob<string>('./*.wav', { query: '?url', import: 'default', eager: true });
const fetched = new Map<Cue, Promise<AudioBuffer>>();
const played = new Map<Cue, number>();
let speaker: AudioContext | null = null;

/** A sound's file, fetched once, on first use. */
function buffer(cue: Cue): Promise<AudioBuffer> {
  const known = fetched.get(cue);
  if (known) return known;
  const found = load(cue);
  found.catch(() => fetched.delete(cue)); // retry on the next use
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

/** Fetch all sounds when a player joins with sound on, before they are needed. */
export function fetchSounds(): void {
  if (canPlay()) for (const cue of Object.keys(LEVELS) as Cue[]) buffer(cue).catch(() => {});
}

/** Play a sound, if sound is on and the browser allows it; a hidden page only plays calls to its player. */
export function sound(cue: Cue): void {
  if (!canPlay() || (document.hidden && cue !== 'turn' && cue !== 'clock')) return;
  const now = performance.now();
  if (now - (played.get(cue) ?? -APART) < APART) return;
  played.set(cue, now);
  buffer(cue).then(
    (loaded) => play(loaded, LEVELS[cue]),
    () => {}, // the game works without this sound
  );
}

async function play(loaded: AudioBuffer, level: number): Promise<void> {
  speaker ??= new AudioContext();
  if (!(await isRunning(speaker))) return;
  const [source, volume] = [speaker.createBufferSource(), speaker.createGain()];
  source.buffer = loaded;
  volume.gain.value = level * settings.volume ** 2; // because loudness is perceived logarithmically
  source.connect(volume).connect(speaker.destination);
  source.start();
}

/** A browser plays nothing before the first click; sounds before it are dropped, not played late. */
async function isRunning(context: AudioContext): Promise<boolean> {
  if (context.state === 'suspended')
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, PATIENCE))]);
  return context.state === 'running';
}
