/** A kind, its objects, and the findings about them after changes of its specs. */
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { jsonOf, outcomeOf, textOf } from '../../../generator/stored/report.ts';
import { besideLocks, type ComparingOptions } from '../../../generator/stored/specs-beside-locks.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { lockOf, replaced } from '../compat/locked.ts';
import { base, source } from '../fixture.ts';

const kind = `kind: Bell
names: {plural: bells}
scope: Namespaced
versions:
  - {name: v1, storage: true}
schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      properties:
        tone: {type: string, protobuf: 1}
        size: {type: integer, protobuf: 2, minimum: 0}
        parts: {type: array, protobuf: 3, items: {$ref: types#/v1.Part}}
        notes: {type: object, protobuf: 4, additionalProperties: {type: string}}
`;
const group = source('bells/group.yaml', 'group: bells.example.com\nversions: [v1]\n');
export const part = source(
	'bells/types/part.yaml',
	'version: v1\ntypes:\n  Part:\n    type: object\n    properties:\n      name: {type: string, protobuf: 1}\n      count: {type: integer, protobuf: 2}\n',
);
export const meta = source(
	'meta/types/object-meta.yaml',
	`types:
  ObjectMeta:
    type: object
    properties:
      name: {type: string, protobuf: 1, presence: omitZero}
      namespace: {type: string, protobuf: 3, presence: omitZero}
      labels: {type: object, protobuf: 11, additionalProperties: {type: string}}
      creationTimestamp: {type: time, protobuf: 8, presence: always}
  ListMeta:
    type: object
    properties:
      resourceVersion: {type: string, protobuf: 2, presence: omitZero}
`,
);
export const bells = [...base.filter(({ path }) => path !== meta.path), meta, group, part, source('bells/bell.yaml', kind)];

export function edited(...pairs: readonly (readonly [string, string])[]): SpecSource {
	const text = pairs.reduce((before, [from, to]) => {
		if (before.split(from).length !== 2) throw new Error(`${from} is not there once`);
		return before.replace(from, () => to);
	}, kind);
	return source('bells/bell.yaml', text);
}

export const resource = 'bells.bells.example.com';
export const bell = (name: string, spec: JsonObject, apiVersion = 'bells.example.com/v1', rest: JsonObject = {}) => ({
	resource,
	namespace: 'default',
	name,
	object: { apiVersion, kind: 'Bell', metadata: { name, namespace: 'default', creationTimestamp: null }, spec, ...rest },
});
export type Stored = ReturnType<typeof bell>;

interface Said {
	readonly text: string;
	readonly outcome: string;
	readonly json: ReturnType<typeof JSON.parse>;
}

/** Returns the findings; `before` holds the locked specs, or undefined without a lock. */
export function said(
	before: readonly SpecSource[] | undefined,
	now: readonly SpecSource[],
	objects: readonly Stored[],
	options: Partial<ComparingOptions> = {},
): Said {
	const { model, promised, diagnostics } = makeModel([...now, ...(before === undefined ? [] : [lockOf(before)])]);
	const [words] = model?.vocabularies ?? [];
	if (model === undefined || promised === undefined || words === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	const { comparison, places } = besideLocks({ model, promised, locks: promised.locks }, words, { converters: {}, all: false, ...options });
	for (const object of objects) comparison.take(object);
	const report = { source: 'data', comparison, places, all: options.all === true };
	return { text: textOf(report), outcome: outcomeOf(comparison), json: JSON.parse(JSON.stringify(jsonOf(report))) };
}

export function saidOf(now: SpecSource, objects: readonly Stored[], ...more: readonly SpecSource[]): Said {
	return said(bells, replaced(bells, now, ...more), objects);
}

export const findingsOf = ({ json }: Said): string[] =>
	json.findings.map(
		({ sort, field, version, new: isNew, objects }: JsonObject) => `${isNew ? '' : 'already '}${sort} ${field}${version ? ` ${version}` : ''}: ${objects}`,
	);

export const v2 = (properties: string): SpecSource =>
	source(
		'bells/types/v2.yaml',
		`version: v2\ntypes:\n  Bell:\n    type: object\n    properties:\n      spec: {$ref: types#/BellSpec, protobuf: 2}\n  BellSpec:\n    type: object\n    properties:\n${properties}`,
	);
export const bothVersions = source('bells/group.yaml', 'group: bells.example.com\nversions: [v1, v2]\n');
export const restOfSpec =
	'      parts: {type: array, protobuf: 3, items: {$ref: types#/v1.Part}}\n      notes: {type: object, protobuf: 4, additionalProperties: {type: string}}\n';
export const allFields = `      tone: {type: string, protobuf: 1}\n      size: {type: integer, protobuf: 2, minimum: 0}\n${restOfSpec}`;
