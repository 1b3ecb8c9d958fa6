/** Types whose bodies clients send, with a few objects of each. */
import fc from 'fast-check';
import { catalog } from '../../../generated/catalog.ts';
import type { JsonObject, TypeName } from '../../../runtime/model/catalog.ts';
import { endpointsOf } from '../../../runtime/model/endpoint.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { stringifyJson } from '../../../runtime/wire/json/json.ts';
import { objectOf } from '../../schema/arbitrary.ts';

export const schemas = compile(catalog);

/** What every endpoint takes, of kinds and subresources in all their versions, and options that bodies may hold. */
export const bodyTypes: readonly TypeName[] = [
	...new Set(catalog.kinds.flatMap((kind) => kind.versions.flatMap((version) => endpointsOf(kind, version).map(({ takes }) => takes.type ?? version.type)))),
	'meta/v1.DeleteOptions',
];

const samplesEach = 3;

/** As clients send them; the same in each run. */
export function samplesOf(type: TypeName): readonly JsonObject[] {
	return fc.sample(objectOf(type, 6), { numRuns: samplesEach, seed: 1 }).map((value) => schemas.type(type).read(value, { notices: [] }));
}

/** A type's name and the text of an object, in one input: the type is the first line. */
export const typedTexts: readonly string[] = bodyTypes.flatMap((type) => samplesOf(type).map((object) => `${type}\n${stringifyJson(object)}`));

export interface Typed {
	readonly type: TypeName;
	readonly content: Buffer;
}

/** A first line that names no type means the first one. */
export function typed(input: Buffer): Typed {
	const end = input.indexOf('\n');
	const name = end === -1 ? '' : input.toString('latin1', 0, end);
	return { type: bodyTypes.includes(name) ? name : (bodyTypes[0] ?? ''), content: end === -1 ? input : input.subarray(end + 1) };
}
