/** Sends a body while it is produced, at the pace of its client. */
import type { Readable } from 'node:stream';

export interface BodySink {
	/** Returns false when the caller should wait for `drain`. */
	write(bytes: Buffer): boolean;
	end(): void;
	/** Aborts the answer, so that it does not look complete. */
	fail(): void;
	on(event: 'close' | 'drain', listener: () => void): unknown;
}

/**
 * Sends `body` to `sink`. `onFailure`: receives errors that end the body early, except for clients that disconnect. Node's `pipeline` would
 * create two errors with stacks for each body, even without a failure.
 */
export function sendStream(body: Readable, sink: BodySink, onFailure: (error: unknown) => void): void {
	let isOver = false;
	const fail = (error: unknown): void => {
		if (isOver) return;
		isOver = true;
		sink.fail();
		onFailure(error);
	};
	body.on('data', (piece: unknown) => {
		const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
		// A stream of objects may have values whose length is not the number of bytes sent.
		if (!Buffer.isBuffer(bytes)) body.destroy(new TypeError('a piece of an answer is neither bytes nor text'));
		else if (!sink.write(bytes)) body.pause();
	});
	body.once('end', () => {
		isOver = true;
		sink.end();
	});
	body.once('error', fail);
	const failClosed = (): void => fail(body.errored ?? new Error('a body was closed before its end'));
	body.once('close', failClosed);
	sink.on('drain', () => body.resume());
	sink.on('close', () => {
		isOver = true;
		body.destroy();
	});
	// The stream may have failed before; that event does not come again.
	if (body.destroyed) failClosed();
}
