/** Encodes events within size limits: a too large event loses its bodies and is annotated as truncated. */
import type { AuditEvent } from './contract.ts';
import type { EventTexts } from './event-text.ts';

export interface Bounds {
	readonly event: number;
	readonly batch: number;
}

/** Encodes an event. `truncatedKey` is the annotation of truncated events. Throws if the event is too large even without its bodies. */
export function textWithin(event: AuditEvent, texts: EventTexts, bounds: Bounds | undefined, truncatedKey: string): string {
	const whole = texts.of(event);
	if (bounds === undefined || Buffer.byteLength(whole) <= bounds.event) return whole;
	const annotations = { ...event.annotations, [truncatedKey]: 'true' };
	const short = texts.of({ ...event, requestObject: undefined, responseObject: undefined, annotations });
	if (Buffer.byteLength(short) > bounds.event) throw new Error(`event larger than ${bounds.event} bytes even without its bodies`);
	return short;
}

/** Groups texts into batches within the size limit. */
export function inBatches(texts: readonly string[], bounds: Bounds | undefined): readonly (readonly string[])[] {
	if (bounds === undefined) return [texts];
	const batches: string[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const text of texts) {
		const length = Buffer.byteLength(text);
		if (bytes + length > bounds.batch) {
			batches.push([]);
			bytes = 0;
		}
		batches.at(-1)?.push(text);
		bytes += length;
	}
	return batches;
}
