/** Lines of a file of any size, read as a stream. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export async function* lines(path: string): AsyncGenerator<string> {
	const stream = createReadStream(path, 'utf8');
	try {
		yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
	} finally {
		stream.destroy();
	}
}
