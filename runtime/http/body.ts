/** Reads a request's body whole, or away, within bounds. */
import { ClientGone } from '../api/client-gone.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import { BodyBytes } from './body-bytes.ts';
import type { BodySource } from './body-source.ts';
import { largeBodyBytes } from './large-bodies.ts';
import type { OpenBodies } from './open-bodies.ts';

/** The incumbent's bound; twice the largest object that a store of 1.5 MiB values takes. */
const maxBodyBytes = 3 * 1024 * 1024;

/**
 * A body may come in portions (chunks, frames) of a few bytes, as from a program that writes word by word: each costs some
 * microseconds, so that a body of so many takes a third of a second, in turns with others. As many as a body of the largest size could
 * have would take ten.
 */
export const fewPortions = 100_000;
const smallestMeanBytes = 16;

/** How much has come, in how many portions. */
class Portions {
	bytes = 0;
	#count = 0;

	/** False when it is more than anybody reads who is not hostile. */
	add(bytes: number, mostBytes: number): boolean {
		this.bytes += bytes;
		this.#count++;
		return this.bytes <= mostBytes && (this.#count <= fewPortions || this.bytes >= this.#count * smallestMeanBytes);
	}
}

/** Who waits for a body. */
type Waiting = Pick<ApiRequest, 'seats'>;

/**
 * `declared` is the content-length header; a lie is caught while reading. While it waits, the request gives its seats
 * to others. Rejects with ApiError RequestEntityTooLarge, or TooManyRequests when there are none for it then, or ClientGone.
 */
export function readBody(source: BodySource, declared: string | undefined, open: OpenBodies, request: Waiting): Promise<Buffer> {
	if (declared !== undefined && Number(declared) > maxBodyBytes) return Promise.reject(tooLarge());
	if (source.readableEnded) return Promise.resolve(Buffer.alloc(0));
	if (source.destroyed) return Promise.reject(gone());
	const whole = source.whole(largeBodyBytes);
	if (whole !== undefined) return Promise.resolve(whole);
	return new Promise((resolve, reject) => {
		const bytes = new BodyBytes();
		const portions = new Portions();
		const { seats } = request;
		let settled = false;
		let isCutOff = false;
		/** As much as `open` knows of. */
		let held = 0;
		open.add(source);
		seats?.giveBack();
		request.seats = undefined;
		source.take({
			data: (chunk) => {
				// What has been read from the socket already comes all the same, and may be ten thousand portions.
				if (isCutOff) return;
				// What is too much is thrown away up to as much again, so that the client can finish sending and read the answer.
				if (!portions.add(chunk.length, 2 * maxBodyBytes)) {
					isCutOff = true;
					source.destroy();
					return;
				}
				if (settled) return;
				bytes.add(chunk);
				held += chunk.length;
				open.grew(chunk.length);
				if (portions.bytes <= maxBodyBytes) return;
				settled = true;
				open.delete(source, held);
				bytes.clear();
				reject(tooLarge());
			},
			end: () => {
				if (settled) return;
				settled = true;
				open.delete(source, held);
				const complete = (): void => {
					const seated = (): void => {
						request.seats = seats;
						resolve(bytes.take());
					};
					try {
						const waits = seats?.take();
						if (waits === undefined) seated();
						else waits.then(seated, reject);
					} catch (error) {
						reject(error);
					}
				};
				if (portions.bytes < largeBodyBytes) complete();
				else open.large.add(complete);
			},
			close: () => {
				if (settled) return;
				settled = true;
				open.delete(source, held);
				reject(gone());
			},
		});
	});
}

/** Reads away what comes of a body that nobody asked for: the client can finish sending and read the answer, within the same bounds. */
export function discardBody(source: BodySource): void {
	const portions = new Portions();
	let isCutOff = false;
	source.take({
		data: ({ length }) => {
			if (isCutOff || portions.add(length, maxBodyBytes)) return;
			isCutOff = true;
			source.destroy();
		},
		end: () => undefined,
		close: () => undefined,
	});
}

function gone(): ClientGone {
	return new ClientGone('the client closed the connection before the request body was complete');
}

function tooLarge(): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: limit is ${maxBodyBytes}`);
}
