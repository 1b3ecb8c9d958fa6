/** A stream that knows how much it will give, so that the listener can say so and need not frame each piece. */
import { Readable, type ReadableOptions } from 'node:stream';

export class SizedReadable extends Readable {
	readonly byteLength: number;

	constructor(byteLength: number, options: ReadableOptions) {
		super(options);
		this.byteLength = byteLength;
	}
}
