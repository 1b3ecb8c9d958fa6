/** Types of request bodies, with a few objects of each. */
import fc from 'fast-check';
import { catalog } from '../../../generated/catalog.ts';
import type { JsonObject, TypeName } from '../../../runtime/model/catalog.ts';
import { endpointsOf } from '../../../runtime/model/endpoint.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { stringifyJson } from '../../../runtime/wire/json/json.ts';
import { objectOf } from '../../schema/arbitrary.ts';

export const schemas = compile(catalog);

/** Body types of every endpoint, for kinds and subresources in all versions, and options that bodies may contain. */
export const bodyTypes: readonly TypeName[] = [
	...new Set(catalog.kinds.flatMap((kind) => kind.versions.flatMap((version) => endpointsOf(kind, version).map(({ takes }) => takes.type ?? version.type)))),
	'meta/v1.DeleteOptions',
];

const samplesEach = 3;

/** Returns objects as clients send them; the same in each run. */
export function samplesOf(type: TypeName): readonly JsonObject[] {
	return fc.sample(objectOf(type, 6), { numRuns: samplesEach, seed: 1 }).map((value) => schemas.type(type).read(value, { notices: [] }));
}

/** Inputs that combine a type and an object: the first line is the type's name. */
export const typedTexts: readonly string[] = bodyTypes.flatMap((type) => samplesOf(type).map((object) => `${type}\n${stringifyJson(object)}`));

export interface Typed {
	readonly type: TypeName;
	readonly content: Buffer;
}

/** Parses such an input; an unknown type name selects the first type. */
export function typed(input: Buffer): Typed {
	const end = input.indexOf('\n');
	const name = end === -1 ? '' : input.toString('latin1', 0, end);
	return { type: bodyTypes.includes(name) ? name : (bodyTypes[0] ?? ''), content: end === -1 ? input : input.subarray(end + 1) };
}
