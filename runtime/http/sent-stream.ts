/** A body that is made while it is read, sent as fast as its client takes it. */
import type { Readable } from 'node:stream';

export interface BodySink {
	/** False: no more before `drain`. */
	write(bytes: Buffer): boolean;
	end(): void;
	/** Ends it so that it does not look complete. */
	fail(): void;
	on(event: 'close' | 'drain', listener: () => void): unknown;
}

/** `onFailure` hears of what kept the body from its end, but not of clients that go away. Node's `pipeline` makes two errors for each that ends well, with their stacks. */
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
		// A stream of objects may have any, with a length that is not that of what would be sent.
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
	// What has happened before is not told again.
	if (body.destroyed) failClosed();
}
