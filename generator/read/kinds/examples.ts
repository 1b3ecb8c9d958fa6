/**
 * Checks examples and defaults against the rules of their types, as the server would. Their schemas have been checked before
 * (`types/written-value.ts`).
 */

import type { Catalog, JsonObject, KindDescriptor, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import { MalformedError } from '../../../runtime/model/malformed.ts';
import { speak, speakAll, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { checkDnsLabel, checkDnsLabel1035, checkDnsSubdomain, checkPathSegment } from '../../../runtime/scalars/formats.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import type { CheckCache, Fingerprints } from '../check-cache.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { at, type MapNode, nodeAt, plain, type SpecNode, text } from '../source/node.ts';

export interface ExampleObject {
	readonly node: MapNode;
	readonly type: TypeName;
	readonly nameFormat: KindDescriptor['nameFormat'];
}

/** Inputs of checks of whole objects, which run once there are no other errors. */
export interface ObjectChecks {
	readonly catalog: Catalog;
	readonly vocabulary: Vocabulary;
	readonly passed: CheckCache;
	/** Fingerprints of the catalog's types and of the releases to which the catalog is narrowed. */
	readonly types: Fingerprints;
	readonly report: Report;
}

/** Value of a field in a spec: its default, or an example. */
export interface WrittenValue {
	readonly node: SpecNode;
	/** Name of the field. */
	readonly name: string;
	readonly schema: Schema;
	readonly what: 'default' | 'example';
}

/**
 * Reports values that break a rule. With such a default, the server would refuse every object that omits the field. Such an example is
 * wrong.
 */
export function checkValues(values: readonly WrittenValue[], catalog: Catalog, vocabulary: Vocabulary, report: Report): void {
	for (const { node, name, schema, what } of values) {
		const alone: TypeDescriptor = { name: 'default/v1.Alone', openapi: 'default.v1.Alone', fields: [{ name, schema: speakAll(schema, vocabulary) }] };
		const schemas = compile({ ...catalog, type: (type) => (type === alone.name ? alone : speakAll(catalog.type(type), vocabulary)) });
		const compiled = schemas.type(alone.name);
		try {
			const object = compiled.read({ [name]: speakAll(plain(node), vocabulary) } as JsonObject, { notices: [] });
			// Values inside may have defaults of their own.
			compiled.applyDefaults(object);
			for (const { field = name, message } of compiled.validate(object))
				report(nodeAt(node, field.slice(name.length)), `the ${what} breaks a rule: ${field === name ? '' : `${field}: `}${message}`);
		} catch (error) {
			if (!(error instanceof MalformedError)) throw error;
			report(node, `the ${what} cannot be read: ${error.message}`);
		}
	}
}

export function checkExamples(examples: readonly ExampleObject[], { catalog, vocabulary, passed, types, report: toAll }: ObjectChecks): void {
	const schemas = compile({ ...catalog, type: (name) => speakAll(catalog.type(name), vocabulary) });
	for (const { node, type, nameFormat } of examples) {
		passed.check(['example', plain(node), nameFormat, vocabulary, types.ofType(type)], toAll, (report) => {
			checkName(node, nameFormat, vocabulary, report);
			const compiled = schemas.type(type);
			try {
				const object = compiled.read(speakAll(plain(node), vocabulary) as JsonObject, { notices: [] });
				compiled.applyDefaults(object);
				for (const cause of compiled.validate(object))
					report(nodeAt(node, cause.field ?? ''), `the example breaks a rule: ${cause.field ?? type}: ${cause.message}`);
			} catch (error) {
				if (!(error instanceof MalformedError)) throw error;
				report(node, `the example cannot be read: ${error.message}`);
			}
		});
	}
}

const nameChecks: Readonly<Record<KindDescriptor['nameFormat'], (name: string) => readonly string[]>> = {
	'dns-label': checkDnsLabel,
	'dns-label-1035': checkDnsLabel1035,
	'dns-subdomain': checkDnsSubdomain,
	'path-segment': checkPathSegment,
};

function checkName(node: MapNode, format: KindDescriptor['nameFormat'], vocabulary: Vocabulary, report: Report): void {
	const name = at(at(node, 'metadata'), 'name');
	const value = text(name);
	if (name === undefined || value === undefined) return;
	for (const problem of nameChecks[format](speak(value, vocabulary))) report(name, `the example's name ${JSON.stringify(value)} is not legal: ${problem}`);
}
