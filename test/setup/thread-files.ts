/** What tests start as threads and processes, in JavaScript: made by `threads.ts`, put in by vitest. */
import { fileURLToPath } from 'node:url';

declare const LARGE_THREAD_FILE: string;
declare const MISBEHAVING_THREAD_FILE: string;
declare const WRITER_FILE: string;

export const largeThread = new URL(LARGE_THREAD_FILE);
export const misbehavingThread = new URL(MISBEHAVING_THREAD_FILE);
/** Path of the program `test/faults/writer.ts`. */
export const writer = fileURLToPath(WRITER_FILE);
