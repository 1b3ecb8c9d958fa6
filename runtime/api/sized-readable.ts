/** A stream of known length, which the listener announces and therefore need not frame. */
import { Readable, type ReadableOptions } from 'node:stream';

export class SizedReadable extends Readable {
	readonly byteLength: number;

	constructor(byteLength: number, options: ReadableOptions) {
		super(options);
		this.byteLength = byteLength;
	}
}
