/** Tests replaced states stored as differences: the reconstructed states equal the original ones after any changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { ObjectEncoding } from '../../runtime/watch/objects/encoding.ts';
import { SharedLabelsAndFields } from '../../runtime/watch/objects/labels-and-fields.ts';
import type { StoredObject } from '../../runtime/watch/objects/object.ts';
import { Slabs } from '../../runtime/watch/objects/slab.ts';
import { applyDifference, type Stretch, writeDifference } from '../../runtime/watch/past/difference.ts';
import { MadeObjects } from '../../runtime/watch/past/made-objects.ts';
import { ReplacedStates } from '../../runtime/watch/past/replaced-states.ts';
import { runs } from '../setup/sample.ts';

/** Text of few letters, so that unrelated parts are often equal. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'x', '"', '1'), maxLength: 200 });

/** Parts of a text to cut out, with their replacements. */
const edits = fc.array(fc.record({ at: fc.nat(400), out: fc.nat(60), putIn: text.map((value) => value.slice(0, 60)) }), { maxLength: 6 });

function edited(value: string, all: readonly { readonly at: number; readonly out: number; readonly putIn: string }[]): string {
	let result = value;
	for (const { at, out, putIn } of all) {
		const start = result.length === 0 ? 0 : at % result.length;
		result = result.slice(0, start) + putIn + result.slice(start + out);
	}
	return result;
}

/** Returns the text surrounded by other bytes. */
function stretchOf(value: string, offset: number): Stretch {
	const buffer = Buffer.alloc(offset + value.length + 9, '#');
	buffer.write(value, offset, 'latin1');
	return { buffer, offset, length: value.length };
}

function differenceOf(was: string, became: string, most: number): Buffer | undefined {
	const target = Buffer.alloc(most + 10);
	const end = writeDifference(target, 5, 5 + most, stretchOf(was, 3), stretchOf(became, 7));
	return end < 0 ? undefined : Buffer.from(target.subarray(0, end));
}

function madeOf(difference: Buffer, became: string, room: number): string {
	const target = Buffer.alloc(1 + room + became.length);
	target.write(became, 1, 'latin1');
	const length = applyDifference(difference, 5, difference.byteLength, target, 1, became.length);
	return target.toString('latin1', 1, 1 + length);
}

describe('a difference', () => {
	it('restores the earlier text from the later one after any edit', () => {
		fc.assert(
			fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), edits, (parts, all) => {
				const was = parts.join('{');
				const became = edited(was, all);
				const difference = differenceOf(was, became, 4 * was.length + 40);
				if (difference === undefined) throw new Error('there was room');
				expect(madeOf(difference, became, was.length)).toBe(was);
			}),
			{ numRuns: runs(3000) },
		);
	});

	it('of equal texts is empty, and of different ones complete', () => {
		const was = '{"metadata":{"name":"one"}}';
		expect(differenceOf(was, was, 0)?.byteLength).toBe(5);
		const whole = differenceOf(was, '', 100);
		expect(whole && madeOf(whole, '', was.length)).toBe(was);
		const none = differenceOf('', was, 100);
		expect(none && madeOf(none, was, 0)).toBe('');
	});

	it('is short where values were replaced, here and there, by longer or shorter ones', () => {
		const object = (version: number, time: string, more: string, replicas: number) =>
			`{"metadata":{"name":"web","namespace":"default","uid":"6b2f","resourceVersion":"${version}","generation":7,"managedFields":[{"manager":"m","time":"${time}","fieldsV1":{"f:status":{"f:replicas":{}}}}]},"spec":{"padding":"${'x'.repeat(500)}"},"status":{"conditions":[{"type":"Ready","lastUpdateTime":"${time}"${more}}],"replicas":${replicas},"observed":"${'y'.repeat(100)}"}}`;
		const difference = differenceOf(object(4711, '2026-01-01T00:00:00Z', '', 3), object(4820, '2026-01-01T00:07:31Z', ',"reason":"Scaled"', 3), 300);
		expect(difference?.byteLength).toBeLessThan(80);
	});

	it('reports missing room', () => {
		expect(differenceOf('a'.repeat(100), 'b'.repeat(100), 100)).toBeUndefined();
	});
});

const whole = new ObjectEncoding('', wholeForm);

/** Log of one resource like that of the cache: only the replaced states know released objects. */
class Model {
	readonly slabs = new Slabs();
	readonly sides = new SharedLabelsAndFields();
	readonly states = new ReplacedStates();
	/** Current objects; `replaced` has every change since the object's creation, with the state that it replaced. */
	readonly present = new Map<string, StoredObject>();
	readonly replaced = new Map<number, { readonly name: string; readonly revision: number; readonly text: string; readonly side: string }>();
	/** Changes before the start that the replaced states do not know, newest first. */
	readonly #untold: number[] = [];
	/** Change that replaced a state, by the revision of the state. */
	readonly #replacedBy = new Map<number, number>();
	readonly #memory = new MadeObjects();
	#started = true;
	#revision = 100;

	/** Simulates writes of another server until `start`. */
	stop(): void {
		this.#started = false;
	}

	start(): void {
		this.#started = true;
	}

	/** Adds the states replaced by this number of changes before the start. */
	tell(count: number): void {
		for (const change of this.#untold.splice(0, count)) {
			const was = this.replaced.get(change);
			if (was === undefined) continue;
			const now = this.present.get(was.name);
			const became = now?.revision === change ? now : this.#replacedBy.get(change);
			const { name, revision, text: json, side } = was;
			const object = this.slabs.placeAside({ namespace: 'n', name, revision }, this.sides.of(side), whole, Buffer.from(withoutVersion(json)));
			if (became !== undefined) this.states.addInFront(change, object, became, this.#memory);
		}
	}

	get revision(): number {
		return this.#revision;
	}

	write(name: string, json: string, side: string): void {
		const was = this.present.get(name);
		const became = this.slabs.place({ namespace: 'n', name, revision: ++this.#revision }, this.sides.of(side), whole, Buffer.from(json));
		this.present.set(name, became);
		if (was === undefined) return;
		this.replaced.set(this.#revision, { name, revision: was.revision, text: was.bytes.toString(), side: was.labelsAndFields.text });
		this.#replacedBy.set(was.revision, this.#revision);
		if (this.#started) this.states.add(this.#revision, was, became);
		else this.#untold.unshift(this.#revision);
		was.holders = 0;
		this.slabs.release(was);
	}

	delete(name: string): void {
		const was = this.present.get(name);
		if (was === undefined) return;
		this.present.delete(name);
		this.states.lose(was.revision);
		was.holders = 0;
		this.slabs.release(was);
		this.#revision++;
	}

	/** Returns the number of changes whose replaced state is known. */
	verify(upTo = Number.POSITIVE_INFINITY): number {
		let known = 0;
		let memory = new MadeObjects();
		const made: { readonly object: StoredObject; readonly text: string }[] = [];
		for (const [change, { name, revision, text, side }] of this.replaced) {
			if (change > upTo) break;
			const object = this.states.make(change, { namespace: 'n', name }, memory);
			if (object === undefined) continue;
			known++;
			// Bounds the states that a list keeps.
			if (known % 1000 === 0) memory = new MadeObjects();
			// Every third state is not wanted by the reader.
			if (change % 3 > 0) {
				memory.keep(object);
				made.push({ object, text });
			}
			expect([object.name, object.revision, object.labelsAndFields.text, object.bytes.toString()]).toEqual([name, revision, side, text]);
		}
		for (const { object, text } of made) expect(object.buffer.toString('utf8', object.offset, object.offset + object.length + 1)).toBe(`${text},`);
		return known;
	}
}

function withoutVersion(json: string): string {
	return json.replace(/,"resourceVersion":"\d+"/, '');
}

const lives = fc.array(
	fc.record({
		name: fc.constantFrom('a', 'b', 'c'),
		does: fc.constantFrom('write', 'write', 'write', 'write', 'write', 'write', 'write', 'delete', 'drop', 'forget'),
		edits,
		side: fc.constantFrom('', '{"l":{"a":"ü"}}', '{"l":{"a":"2"}}'),
	}),
	{ minLength: 50, maxLength: 400, size: 'max' },
);

describe('replaced states', () => {
	it('are restored exactly over any number of changes, or not at all', () => {
		let known = 0;
		fc.assert(
			fc.property(lives, (all) => {
				const model = new Model();
				const values = new Map<string, string>();
				for (const { name, does, edits: changed, side } of all) {
					if (does === 'write') {
						const value = edited(values.get(name) ?? 'padding '.repeat(60), changed).replaceAll('"', "'");
						values.set(name, value);
						model.write(name, `{"metadata":{"name":"${name}"},"value":"${value}"}`, side);
					} else if (does === 'delete') model.delete(name);
					else if (does === 'drop' && changed.length === 6) model.states.drop();
					else if (does === 'forget') model.states.forget([...model.replaced.keys()][changed.length * 10] ?? 0);
				}
				known += model.verify();
				expect(model.states.bytes).toBeGreaterThanOrEqual(0);
				model.states.clear();
				expect([model.states.bytes, model.verify()]).toEqual([0, 0]);
			}),
			{ numRuns: runs(60) },
		);
		expect(known).toBeGreaterThan(300);
	});

	it('from before the start are restored exactly while more is written', () => {
		let [known, knownOfBefore] = [0, 0];
		fc.assert(
			fc.property(lives, fc.nat(100), fc.nat(30), (all, startsAt, told) => {
				const model = new Model();
				model.stop();
				const values = new Map<string, string>();
				let start = 0;
				for (const [i, { name, does, edits: changed, side }] of all.entries()) {
					if (i === startsAt) {
						model.start();
						start = model.revision;
					}
					if (does === 'write') {
						const value = edited(values.get(name) ?? 'padding '.repeat(60), changed).replaceAll('"', "'");
						values.set(name, value);
						model.write(name, `{"metadata":{"name":"${name}"},"value":"${value}"}`, side);
					} else if (does === 'delete') {
						if (changed.length === 6) model.delete(name);
					} else if (does === 'forget' && changed.length === 6) model.states.drop();
					else if (i > startsAt) model.tell(told);
				}
				model.tell(Number.POSITIVE_INFINITY);
				known += model.verify();
				knownOfBefore += model.verify(start);
				expect(model.states.bytes).toBeGreaterThanOrEqual(0);
				model.states.clear();
				expect([model.states.bytes, model.verify()]).toEqual([0, 0]);
			}),
			{ numRuns: runs(60) },
		);
		expect(known).toBeGreaterThan(600);
		expect(knownOfBefore).toBeGreaterThan(100);
	});

	it('of thousands of changes before the start take a tenth and are released', () => {
		const model = new Model();
		model.stop();
		const objects = 300;
		for (let round = 0; round < 40; round++)
			for (let i = 0; i < objects; i++)
				model.write(`o${i}`, `{"metadata":{"name":"o${i}"},"data":{"t":"${round}-${i}","padding":"${'x'.repeat(900)}"}}`, '{"l":{"a":"1"}}');
		model.start();
		model.tell(20 * objects);
		expect(model.verify()).toBe(20 * objects);
		for (let i = 0; i < objects; i++)
			model.write(`o${i}`, `{"metadata":{"name":"o${i}"},"data":{"t":"now","padding":"${'x'.repeat(900)}"}}`, '{"l":{"a":"1"}}');
		model.tell(19 * objects);
		expect(model.verify()).toBe(40 * objects);
		const bytes = [...model.replaced.values()].reduce((sum, { text }) => sum + text.length, 0);
		expect(model.states.bytes).toBeLessThan(bytes / 6);
		model.states.forget(100 + 41 * objects);
		expect(model.states.bytes).toBe(0);
	});

	it('takes a tenth of what it was, and says so', () => {
		const model = new Model();
		const objects = 500;
		for (let round = 0; round < 40; round++)
			for (let i = 0; i < objects; i++)
				model.write(
					`o${i}`,
					`{"metadata":{"name":"o${i}","managedFields":[{"time":"2026-01-01T00:00:${10 + round}Z"}]},"data":{"t":"${round}-${i}","padding":"${'x'.repeat(900)}"}}`,
					'{"l":{"a":"1"}}',
				);
		const bytes = [...model.replaced.values()].reduce((sum, { text }) => sum + text.length, 0);
		expect(model.verify()).toBe(39 * objects);
		expect(model.states.bytes).toBeLessThan(bytes / 6);
		const before = model.states.bytes;
		for (let i = 0; i < 10; i++) model.states.drop();
		expect(model.states.bytes).toBeLessThan(before);
		expect(model.verify()).toBe(39 * objects - 2560);
		model.states.forget(100 + 40 * objects);
		expect(model.states.bytes).toBe(0);
	});
});
