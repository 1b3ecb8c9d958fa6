/** Audit IDs, which connect an answer with its log lines and audit events. */
import { randomUUID } from 'node:crypto';

/** Hexadecimal digits of the counter, the last group of a UUID (48 bits). A million requests a second exhaust it in nine years. */
const counterDigits = 12;

/** Makes IDs of a random prefix for each server, followed by a counter. They are as unique as random IDs, at a tenth of the cost. */
export class AuditIds {
	readonly #prefix = randomUUID().slice(0, -counterDigits);
	#given = 0;

	next(): string {
		this.#given++;
		return this.#prefix + this.#given.toString(16).padStart(counterDigits, '0');
	}
}
