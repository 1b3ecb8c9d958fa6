/** A stream of known length: the listener sends `content-length` instead of chunks. */
import { Readable, type ReadableOptions } from 'node:stream';

export class SizedReadable extends Readable {
	readonly byteLength: number;

	constructor(byteLength: number, options: ReadableOptions) {
		super(options);
		this.byteLength = byteLength;
	}
}
