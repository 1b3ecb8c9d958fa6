/** Fields of a version that matching by name and the conversion steps leave behind. Runs when the steps themselves are right. */
import type { ConversionStep, Field, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import type { SpecNode } from '../source/node.ts';
import { isBroken, schemaAtPath } from '../types/field-path.ts';
import { allFields } from '../types/json-fields.ts';
import { anything } from '../types/schema.ts';

export interface ComparedVersions {
	readonly steps: readonly ConversionStep[];
	readonly here: TypeName;
	readonly storage: TypeName;
	/** Paths that the version accepts to lose. */
	readonly accepted: readonly string[];
	/** Where the version stands. */
	readonly node: SpecNode;
}

export function checkNothingLost(versions: ComparedVersions, context: ReadContext): void {
	new LeftBehind(versions, context).fields(versions.here, versions.storage, '', '');
}

type Relocation = Exclude<ConversionStep, { kind: 'whenAbsent' }>;

class LeftBehind {
	readonly #versions: ComparedVersions;
	readonly #context: ReadContext;
	readonly #seen = new Set<string>();

	constructor(versions: ComparedVersions, context: ReadContext) {
		this.#versions = versions;
		this.#context = context;
	}

	/** `b` undefined: of an object that only this version has. Paths are those of the two versions. */
	fields(a: TypeName, b: TypeName | undefined, here: string, storage: string): void {
		if (a === b || this.#seen.has(`${a} ${b}`)) return;
		this.#seen.add(`${a} ${b}`);
		const storageFields = b === undefined ? [] : allFields(b, this.#context);
		for (const field of allFields(a, this.#context)) this.#field(field, a, b, here, storage);
		if (b !== undefined) for (const field of storageFields) this.#required(field, a, b, joined(storage, field.name));
	}

	#field(field: Field, owner: TypeName, b: TypeName | undefined, here: string, storage: string): void {
		const path = joined(here, field.name);
		const within = this.#relocations().filter((step) => reaches(step.here, step.type, field.name, path, owner));
		const whole = within.find((step) => step.here === (step.type === undefined ? path : field.name));
		if (whole !== undefined) {
			this.#moved(whole, field.schema, b, path, storage);
			return;
		}
		const counterpart = (b === undefined ? [] : allFields(b, this.#context)).find(({ name }) => name === field.name);
		if (counterpart !== undefined) this.#pair(field.schema, counterpart.schema, path, joined(storage, field.name));
		else if (within.length === 0) this.#alone(path);
		else if (field.schema.kind === 'struct') this.fields(field.schema.type, undefined, path, joined(storage, field.name));
	}

	/** Objects are compared field by field; whether anything else is alike at both ends has been looked at with the step. */
	#moved(step: Relocation, schema: Schema, b: TypeName | undefined, here: string, storage: string): void {
		const root = step.type === undefined ? this.#versions.storage : b;
		if (step.kind !== 'move' || root === undefined) return;
		const found = schemaAtPath(root, step.storage.split('.'), this.#context);
		if (!isBroken(found)) this.#structs(schema, found, here, step.type === undefined ? step.storage : joined(storage, step.storage));
	}

	#structs(a: Schema, b: Schema, here: string, storage: string): void {
		if (a.kind === 'list' && b.kind === 'list') this.#structs(a.items, b.items, here, storage);
		else if (a.kind === 'map' && b.kind === 'map') this.#structs(a.values, b.values, here, storage);
		else if (a.kind === 'struct' && b.kind === 'struct') this.fields(a.type, b.type, here, storage);
	}

	#alone(path: string): void {
		if (!this.#versions.accepted.includes(path))
			this.#report(`${path} has no counterpart in the storage version: say under "converts" where it goes, or under "loses" why it is lost`);
	}

	#pair(a: Schema, b: Schema, here: string, storage: string): void {
		// What it is meant to be is not known.
		if (a === anything || b === anything) return;
		if (a.kind === 'list' && b.kind === 'list') this.#pair(a.items, b.items, here, storage);
		else if (a.kind === 'map' && b.kind === 'map') this.#pair(a.values, b.values, here, storage);
		else if (a.kind === 'struct' && b.kind === 'struct') this.fields(a.type, b.type, here, storage);
		else if (a.kind !== b.kind) this.#report(`${here} is ${a.kind} here and ${b.kind} in the storage version: say under "converts" how one becomes the other`);
	}

	#required(field: Field, a: TypeName, b: TypeName, path: string): void {
		if (!field.required || field.default !== undefined || field.mayBeEmpty) return;
		if (allFields(a, this.#context).some(({ name }) => name === field.name)) return;
		if (this.#versions.steps.some((step) => targets(step).some((target) => reaches(target, step.type, field.name, path, b)))) return;
		this.#report(`the storage version requires ${path}, which this version lacks: add {storage: ${path}, whenAbsent: ...} under "converts"`);
	}

	#relocations(): Relocation[] {
		return this.#versions.steps.filter((step) => step.kind !== 'whenAbsent');
	}

	#report(message: string): void {
		this.#context.report(this.#versions.node, message);
	}
}

function joined(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`;
}

/** Whether a step's path names the field or something below it. */
function reaches(path: string, type: string | undefined, name: string, full: string, within: TypeName): boolean {
	const target = type === undefined ? full : name;
	if (type !== undefined && !within.endsWith(`.${type}`)) return false;
	return path === target || path.startsWith(`${target}.`);
}

function targets(step: ConversionStep): readonly string[] {
	return step.kind === 'split' ? [step.integer, step.string] : [step.storage];
}
