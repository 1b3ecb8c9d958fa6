/**
 * Finds fields of a version that neither matching by name nor the conversion steps carry over. Runs once the steps themselves are right.
 */
import type { ConversionStep, Field, Relocation, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { isRelocation, sourcesHere, targetsInStorage } from '../../../runtime/schema/conversion/steps.ts';
import type { ReadContext } from '../context.ts';
import type { SpecNode } from '../source/node.ts';
import { isBroken, schemaAtPath } from '../types/field-path.ts';
import { allFields } from '../types/json-fields.ts';
import { anything } from '../types/schema.ts';

export interface ComparedVersions {
	readonly steps: readonly ConversionStep[];
	readonly here: TypeName;
	readonly storage: TypeName;
	/** Paths of accepted losses. */
	readonly accepted: readonly string[];
	/** True for a served version of a custom kind, in which objects obey the rules of that version alone. */
	readonly hasOwnRules: boolean;
	/** Source node of the version. */
	readonly node: SpecNode;
}

export function checkUnmappedFields(versions: ComparedVersions, context: ReadContext): void {
	new UnmappedFields(versions, context).compare();
}

/** Start of the paths of a type's steps. It is the value whose fields are compared, or a value around it without a list or map between. */
interface Origin {
	/** Type of the value. Undefined for the object itself, at which the paths of steps without a type start. */
	readonly type?: TypeName;
	readonly storageType: TypeName | undefined;
	/** Path in this version, from the object itself. */
	readonly here: string;
	readonly storage: string;
}

interface ComparedPath {
	/** Path in this version, from the object itself. */
	readonly here: string;
	readonly storage: string;
	readonly origins: readonly Origin[];
}

/** A required field, its path in its version, and the type of the object around it in the other version. */
interface RequiredField {
	readonly name: string;
	readonly origins: readonly Origin[];
	readonly side: 'here' | 'storage';
	readonly other: TypeName;
}

class UnmappedFields {
	readonly #versions: ComparedVersions;
	readonly #context: ReadContext;
	readonly #seen = new Set<string>();

	constructor(versions: ComparedVersions, context: ReadContext) {
		this.#versions = versions;
		this.#context = context;
	}

	compare(): void {
		const { here: type, storage: storageType } = this.#versions;
		this.#fields(type, storageType, { here: '', storage: '', origins: [{ storageType, here: '', storage: '' }] });
	}

	/** Compares the fields of two types. `b`: undefined for an object that only this version has. */
	#fields(a: TypeName, b: TypeName | undefined, place: ComparedPath): void {
		const { here, storage } = place;
		const origins = [...place.origins, { type: a, storageType: b, here, storage }];
		const seen = `${a} ${b} ${this.#stepsInto(place)}`;
		if (a === b || this.#seen.has(seen)) return;
		this.#seen.add(seen);
		for (const field of allFields(a, this.#context)) this.#field(field, b, { here: joined(here, field.name), storage: joined(storage, field.name), origins });
		if (b === undefined) return;
		for (const field of allFields(b, this.#context)) this.#required(field, a, joined(storage, field.name), origins);
		if (!this.#versions.hasOwnRules) return;
		for (const field of allFields(b, this.#context)) this.#mayLack(field, { name: joined(storage, field.name), origins, side: 'storage', other: a });
		for (const field of allFields(a, this.#context)) this.#mayLack(field, { name: joined(here, field.name), origins, side: 'here', other: b });
	}

	/** Describes how steps of outer types affect the fields of an object. Two objects of the same type may differ in this. */
	#stepsInto({ here, storage, origins }: ComparedPath): string {
		const outer = origins.filter(({ type }) => type !== undefined);
		const found = this.#versions.steps.flatMap((step) =>
			outer
				.filter((origin) => concerns(step, origin))
				.flatMap((origin) => [
					...sourcesHere(step)
						.map((path) => joined(origin.here, path))
						.filter((path) => path.startsWith(`${here}.`))
						.map((path) => `from ${path.slice(here.length)}`),
					...targets(step)
						.map((path) => joined(origin.storage, path))
						.filter((path) => path.startsWith(`${storage}.`))
						.map((path) => `to ${path.slice(storage.length)}`),
				]),
		);
		return found.join(' ');
	}

	#field(field: Field, b: TypeName | undefined, place: ComparedPath): void {
		const { here, origins } = place;
		const within = this.#relocations().flatMap((step) =>
			sourcesHere(step).flatMap((source) =>
				origins.filter((origin) => concerns(step, origin) && leadsTo(joined(origin.here, source), here)).map((origin) => ({ step, source, origin })),
			),
		);
		const whole = within.find(({ source, origin }) => joined(origin.here, source) === here);
		if (whole !== undefined) {
			this.#moved(whole.step, whole.origin, field.schema, place);
			return;
		}
		const isText = within.length > 0 && this.#isJoined(place);
		const counterpart = b === undefined || isText ? undefined : allFields(b, this.#context).find(({ name }) => name === field.name);
		if (counterpart !== undefined) this.#pair(field.schema, counterpart.schema, place);
		else if (within.length === 0) this.#alone(here);
		else if (field.schema.kind === 'struct') this.#fields(field.schema.type, undefined, place);
	}

	/** Reports whether the storage version has a field of this name that contains the joined string. */
	#isJoined({ storage, origins }: ComparedPath): boolean {
		return this.#relocations().some(
			(step) =>
				step.kind === 'join' && origins.some((origin) => concerns(step, origin) && step.storage.some((target) => joined(origin.storage, target) === storage)),
		);
	}

	/** Compares the fields of moved objects. The check of a step has compared other values at its two ends. */
	#moved(step: Relocation, origin: Origin, schema: Schema, { here, origins }: ComparedPath): void {
		if (step.kind !== 'move' || origin.storageType === undefined) return;
		const found = schemaAtPath(origin.storageType, step.storage.split('.'), this.#context);
		if (!isBroken(found)) this.#structs(schema, found, { here, storage: joined(origin.storage, step.storage), origins });
	}

	#structs(a: Schema, b: Schema, place: ComparedPath): void {
		if (a.kind === 'list' && b.kind === 'list') this.#structs(a.items, b.items, inside(place));
		else if (a.kind === 'map' && b.kind === 'map') this.#structs(a.values, b.values, inside(place));
		else if (a.kind === 'struct' && b.kind === 'struct') this.#fields(a.type, b.type, place);
	}

	#alone(path: string): void {
		if (!this.#versions.accepted.includes(path))
			this.#report(`${path} has no counterpart in the storage version: name its target under "converts", or the reason for the loss under "loses"`);
	}

	#pair(a: Schema, b: Schema, place: ComparedPath): void {
		// The intended type is unknown, which has been reported.
		if (a === anything || b === anything) return;
		if (a.kind === 'list' && b.kind === 'list') this.#pair(a.items, b.items, inside(place));
		else if (a.kind === 'map' && b.kind === 'map') this.#pair(a.values, b.values, inside(place));
		else if (a.kind === 'struct' && b.kind === 'struct') this.#fields(a.type, b.type, place);
		else if (a.kind !== b.kind) this.#report(`${place.here} is ${a.kind} here and ${b.kind} in the storage version: declare the conversion under "converts"`);
	}

	#required(field: Field, a: TypeName, path: string, origins: readonly Origin[]): void {
		if (!field.required || field.default !== undefined || field.mayBeEmpty) return;
		if (allFields(a, this.#context).some(({ name }) => name === field.name)) return;
		const isFilled = this.#versions.steps.some((step) =>
			origins.some((origin) => concerns(step, origin) && targets(step).some((target) => leadsTo(joined(origin.storage, target), path))),
		);
		if (!isFilled) this.#report(`the storage version requires ${path}, which this version lacks: add {storage: ${path}, whenAbsent: ...} under "converts"`);
	}

	/** Reports a required field that the other version has too, and may leave absent. */
	#mayLack(field: Field, { name, origins, side, other }: RequiredField): void {
		if (!mustBeThere(field)) return;
		const { steps } = this.#versions;
		const [own, theirs] = side === 'storage' ? [targets, sourcesHere] : [sources, targetsInStorage];
		const about = steps.filter((step) => origins.some((origin) => concerns(step, origin) && own(step).some((path) => joined(origin[side], path) === name)));
		if (about.some((step) => step.kind === (side === 'storage' ? 'whenAbsent' : 'whenAbsentHere'))) return;
		const moved = about.filter(isRelocation);
		const isTaken = this.#relocations().some((step) =>
			origins.some((origin) => concerns(step, origin) && theirs(step).some((path) => joined(origin[side === 'storage' ? 'here' : 'storage'], path) === name)),
		);
		const same = moved.length === 0 && !isTaken ? allFields(other, this.#context).filter((one) => one.name === field.name) : [];
		const counterparts = [...same, ...moved.flatMap((step) => this.#fieldsAt(step, theirs(step), origins, side))];
		if (counterparts.length === 0 || counterparts.some((one) => mustBeThere(one) || one.default !== undefined || one.presence === 'always')) return;
		const [requires, lets] = side === 'storage' ? ['the storage version', 'this version'] : ['this version', 'the storage version'];
		this.#report(`${requires} requires ${name}, and ${lets} allows it to be absent: add {${side}: ${name}, whenAbsent: ...} under "converts"`);
	}

	/** Returns the fields of the other version from which a step takes a value. */
	#fieldsAt(step: Relocation, paths: readonly string[], origins: readonly Origin[], side: RequiredField['side']): Field[] {
		const origin = origins.find((one) => concerns(step, one));
		const root = origin === undefined ? undefined : side === 'here' ? origin.storageType : (origin.type ?? this.#versions.here);
		return root === undefined ? [] : paths.flatMap((path) => fieldAtPath(root, path.split('.'), this.#context) ?? []);
	}

	#relocations(): Relocation[] {
		return this.#versions.steps.filter(isRelocation);
	}

	#report(message: string): void {
		this.#context.report(this.#versions.node, message);
	}
}

/** Returns the place of the values in a list or map. No path of an outer type leads there. */
function inside(place: ComparedPath): ComparedPath {
	return { ...place, origins: place.origins.filter(({ type }) => type === undefined) };
}

function joined(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`;
}

/** Reports whether the paths of a step start at the value. A step of a type uses the type's name in this version. */
function concerns({ type }: ConversionStep, origin: Origin): boolean {
	return type === undefined ? origin.type === undefined : origin.type === type || origin.type?.endsWith(`.${type}`) === true;
}

/** Reports whether a path leads to the value at the place, or to a part of it. */
function leadsTo(path: string, place: string): boolean {
	return path === place || path.startsWith(`${place}.`);
}

function targets(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsent' ? [step.storage] : targetsInStorage(step);
}

function sources(step: ConversionStep): readonly string[] {
	return step.kind === 'whenAbsentHere' ? [step.here] : sourcesHere(step);
}

/** Reports whether every valid object around the field has it. */
function mustBeThere({ required, mayBeEmpty, default: given }: Field): boolean {
	return required === true && mayBeEmpty !== true && given === undefined;
}

function fieldAtPath(root: TypeName, [name, ...rest]: readonly string[], context: ReadContext): Field | undefined {
	const field = allFields(root, context).find((one) => one.name === name);
	if (rest.length === 0 || field === undefined) return field;
	return field.schema.kind === 'struct' ? fieldAtPath(field.schema.type, rest, context) : undefined;
}
