/** Reads a whole answer of an extension API server, up to a bound. */
import type { IncomingMessage } from 'node:http';

/** Rejects with an Error when the answer is longer than `mostBytes` or ends early. The signal of its request bounds the time. */
export function boundedText(message: IncomingMessage, mostBytes: number): Promise<string> {
	return new Promise((resolve, reject) => {
		const parts: Buffer[] = [];
		let bytes = 0;
		message.on('data', (part: Buffer) => {
			bytes += part.length;
			if (bytes > mostBytes) message.destroy(new Error(`the answer is longer than ${mostBytes} bytes`));
			else parts.push(part);
		});
		message.once('end', () => resolve(Buffer.concat(parts).toString()));
		message.once('error', reject);
		message.once('close', () => reject(new Error('the answer ends early')));
	});
}
