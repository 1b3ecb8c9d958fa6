/** Reads a request's body whole, within a bound. */
import type { Readable } from 'node:stream';
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { OpenBodies } from './open-bodies.ts';

/** The incumbent's bound; twice the largest object that a store of 1.5 MiB values takes. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** `declared` is the content-length header; a lie is caught while reading. Rejects with ApiError RequestEntityTooLarge, or ClientGone. */
export function readBody(source: Readable, declared: string | undefined, open: OpenBodies): Promise<Buffer> {
	if (declared !== undefined && Number(declared) > maxBodyBytes) return Promise.reject(tooLarge());
	return new Promise((resolve, reject) => {
		if (source.readableEnded) return resolve(Buffer.alloc(0));
		if (source.destroyed) return reject(gone());
		const chunks: Buffer[] = [];
		let size = 0;
		let settled = false;
		open.add(source);
		// The listeners stay, since taking them away costs more: they end with the request.
		source.on('data', (chunk: Buffer) => {
			// What still comes is thrown away, so that the client can finish sending and read the answer.
			if (settled) return;
			size += chunk.length;
			chunks.push(chunk);
			if (size <= maxBodyBytes) return;
			settled = true;
			open.delete(source);
			chunks.length = 0;
			reject(tooLarge());
		});
		source.on('end', () => {
			if (settled) return;
			settled = true;
			open.delete(source);
			resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
		});
		source.on('close', () => {
			open.delete(source);
			if (!settled) reject(gone());
		});
	});
}

function gone(): ClientGone {
	return new ClientGone('the client closed the connection before the request body was complete');
}

function tooLarge(): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${maxBodyBytes}`);
}
