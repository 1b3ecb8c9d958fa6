/** Reads a request's body whole, within a bound. */
import type { Readable } from 'node:stream';
import { ApiError } from '../api/errors.ts';

/** The incumbent's bound; twice the largest object that a store of 1.5 MiB values takes. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** `declared` is the content-length header; a lie is caught while reading. Rejects with the signal's reason when the client goes away. */
export function readBody(source: Readable, declared: string | undefined): Promise<Buffer> {
	if (declared !== undefined && Number(declared) > maxBodyBytes) return Promise.reject(tooLarge());
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		const stop = (): void => {
			source.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
		};
		const onData = (chunk: Buffer): void => {
			size += chunk.length;
			if (size > maxBodyBytes) {
				stop();
				// What still comes is thrown away, so that the client can finish sending and read the answer.
				source.resume();
				reject(tooLarge());
				return;
			}
			chunks.push(chunk);
		};
		const onEnd = (): void => {
			stop();
			resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size));
		};
		const onGone = (): void => {
			stop();
			reject(new ApiError('BadRequest', 'the client closed the connection before the request body was complete'));
		};
		if (source.destroyed && !source.readableEnded) return onGone();
		if (source.readableEnded) return resolve(Buffer.alloc(0));
		source.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
	});
}

function tooLarge(): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${maxBodyBytes}`);
}
