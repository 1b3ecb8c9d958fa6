/** Moving `storage: true` changes one line of a spec: the check, the promise and every conversion stay as they are. */
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../generator/model.ts';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { compareAcceptance } from '../../../generator/stored/acceptance/compare.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { reversed } from '../../../runtime/schema/conversion/combined-steps.ts';
import { Resources } from '../../../runtime/serving/resources.ts';
import { calendar, lockOf } from '../compat/locked.ts';
import { base, source } from '../fixture.ts';

type Version = 'v1alpha1' | 'v1beta1' | 'v1';
const versions: readonly Version[] = ['v1alpha1', 'v1beta1', 'v1'];

const kind = (stored: Version): string => {
	const storage = (version: Version): string => (version === stored ? '    storage: true\n' : '');
	return `kind: Crew
names: {plural: crews}
scope: Namespaced
versions:
  - name: v1
    introduced: "1.22"
${storage('v1')}    schema: {$ref: types#/v1.Crew}
    convertsTo: v1beta1
    converts:
      - {here: spec.staff, storage: spec.owner}
      - {here: spec.staff.name, storage: spec.owner.team}
      - {here: spec.mode, storage: spec.mode, values: [{here: swift, storage: fast}, {here: still, storage: idle}]}
      - {here: spec.region, whenAbsent: anywhere}
  - name: v1beta1
    introduced: "1.21"
${storage('v1beta1')}    schema: {$ref: types#/v1beta1.Crew}
    converts:
      - {here: spec.owner.team, storage: spec.team}
      - {here: spec.owner.mail, storage: spec.mail}
      - {here: spec.port, storage: {integer: spec.portNumber, string: spec.portName}}
      - {here: [spec.host, spec.slot], separator: ":", storage: spec.address}
      - {here: spec.mode, storage: spec.mode, values: [{here: fast, storage: quick}]}
      - {here: spec.count, storage: spec.size}
    loses: {spec.host: has no colon}
  - name: v1alpha1
    introduced: "1.20"
    onRequest: false
${storage('v1alpha1')}subresources:
  status: {}
  scale: {replicas: spec.size, statusReplicas: status.size}
selectableFields: [spec.team, spec.note]
columns:
  - {name: Team, type: string, value: self.spec.team, description: Team.}
  - {name: Address, type: string, value: "self.spec.address + '!'", description: Address.}
schema:
  type: object
  properties:
    spec: {$ref: types#/v1alpha1.CrewSpec, protobuf: 2, presence: always}
    status: {$ref: types#/v1alpha1.CrewStatus, protobuf: 3}
examples:
  - {name: a crew, object: {metadata: {name: a}, spec: {team: t, address: "a:1", size: 3}}}
`;
};

const common = `      note: {type: string}
      region: {type: string, minLength: 1}
`;
const types: Readonly<Record<Version, string>> = {
	v1alpha1: `  CrewSpec:
    type: object
    properties:
      team: {type: string}
      mail: {type: string}
      portNumber: {type: integer}
      portName: {type: string}
      address: {type: string}
      mode: {type: string}
      size: {type: integer}
${common}`,
	v1beta1: `  Crew: {type: object, properties: {spec: {$ref: types#/CrewSpec, protobuf: 2, presence: always}, status: {$ref: types#/CrewStatus, protobuf: 3}}}
  CrewSpec:
    type: object
    properties:
      owner: {$ref: types#/Owner}
      port: {type: intOrString}
      host: {type: string}
      slot: {type: string}
      mode: {type: string}
      count: {type: integer}
${common}  Owner: {type: object, properties: {team: {type: string}, mail: {type: string}}}
`,
	v1: `  Crew: {type: object, properties: {spec: {$ref: types#/CrewSpec, protobuf: 2, presence: always}, status: {$ref: types#/CrewStatus, protobuf: 3}}}
  CrewSpec:
    type: object
    required: [region]
    properties:
      staff: {$ref: types#/Staff}
      port: {type: intOrString}
      host: {type: string}
      slot: {type: string}
      mode: {type: string}
      count: {type: integer}
${common}  Staff: {type: object, properties: {name: {type: string}, mail: {type: string}}}
`,
};

const sources = (stored: Version): SpecSource[] => [
	...base.filter(({ path }) => path !== 'releases.yaml'),
	calendar(),
	source('crews/group.yaml', 'group: crews.example.com\nversions: [v1, v1beta1, v1alpha1]\n'),
	source('crews/crew.yaml', kind(stored)),
	...versions.map((version) =>
		source(`crews/types/${version}.yaml`, `version: ${version}\ntypes:\n${types[version]}  CrewStatus: {type: object, properties: {size: {type: integer}}}\n`),
	),
];

function modelOf(all: readonly SpecSource[]): Model {
	const { model, diagnostics } = makeModel(all);
	expect(diagnostics.map((one) => formatDiagnostic(one))).toEqual([]);
	if (model === undefined) throw new Error('there is no model');
	return model;
}

function resourcesOf({ catalog }: Model): (version: Version) => NonNullable<ReturnType<Resources['resource']>> {
	const resources = new Resources(catalog, compile(catalog), {});
	return (version) => {
		const found = resources.resource('crews.example.com', version, 'crews');
		if (found === undefined) throw new Error(`${version} is not served`);
		return found;
	};
}

const models = Object.fromEntries(versions.map((stored) => [stored, modelOf(sources(stored))])) as Readonly<Record<Version, Model>>;

const samples: readonly [Version, JsonObject][] = [
	['v1alpha1', { team: 't', mail: 'm', portNumber: 80, address: 'a:1', mode: 'quick', size: 3, note: 'n' }],
	['v1alpha1', { team: 't', portName: 'http', address: 'a', mode: 'idle' }],
	['v1alpha1', { mail: 'm', region: 'r' }],
	['v1beta1', { owner: { team: 't', mail: 'm' }, port: 'http', host: 'a', slot: 'b:c', mode: 'fast', count: 2, region: 'r' }],
	['v1', { staff: { name: 't', mail: 'm' }, port: 8080, host: 'a', mode: 'swift', region: 'r' }],
	['v1', { staff: { mail: 'm' }, mode: 'still', region: 'r' }],
];

describe.each(versions)('a kind stored in %s', (stored) => {
	it.each(samples)('shows an object of %s like one stored in v1alpha1: %j', (sent, spec) => {
		const shownIn = (model: Model): unknown[] => {
			const of = resourcesOf(model);
			const from = of(sent);
			const object = { apiVersion: from.apiVersion, kind: 'Crew', metadata: { name: 'a' }, spec, status: { size: 1 } };
			const kept = from.toStorage(from.schema.read(object, { notices: [] }));
			// A value for an absent field is stored once its version is.
			return versions.map((version) => {
				const { region, ...rest } = of(version).fromStorage(kept).spec as JsonObject;
				return spec.region === undefined ? rest : { ...rest, region };
			});
		};
		expect(shownIn(models[stored])).toEqual(shownIn(models.v1alpha1));
	});

	it('has the same lock as in another version', () => {
		for (const before of versions.filter((version) => version !== stored)) {
			const { model, promised } = makeModel([...sources(stored), lockOf(sources(before))]);
			if (model === undefined || promised === undefined) return expect.fail('the specs are right');
			const changes = compareAcceptance(model, promised).roots.flatMap((root) => root.changes);
			expect(changes.filter(({ rule }) => rule !== undefined && rule !== 5).map(({ where, message }) => `${where} ${message}`)).toEqual([]);
		}
	});

	it('has the same columns, selectors and scale', () => {
		const resource = resourcesOf(models[stored])('v1');
		const from = resourcesOf(models[stored])('v1alpha1');
		const object = { apiVersion: from.apiVersion, kind: 'Crew', metadata: { name: 'a' }, spec: { team: 't', address: 'a:1', size: 3 } };
		const kept = from.toStorage(from.schema.read(object, { notices: [] }));
		expect(
			resource
				.columns()
				.map((column) => column.cell(kept, undefined))
				.slice(0, 3),
		).toEqual(['a', 't', 'a:1!']);
		const { selectableFields, fieldLabels = [], subresources } = resource.kind;
		const paths = { v1alpha1: ['spec.team', 'spec.size'], v1beta1: ['spec.owner.team', 'spec.count'], v1: ['spec.staff.name', 'spec.count'] }[stored];
		expect([selectableFields, fieldLabels.map(({ label, of }) => [label, ...of]), subresources.scale]).toEqual([
			[paths[0], 'spec.note'],
			stored === 'v1alpha1' ? [] : [['spec.team', paths[0]]],
			{ replicas: paths[1], statusReplicas: 'status.size' },
		]);
	});
});

describe('steps', () => {
	it('reversed twice are the same', () => {
		const steps = models.v1.catalog.kinds.flatMap((one) => one.versions.flatMap(({ conversion }) => (conversion === 'hook' ? [] : (conversion ?? []))));
		expect(steps.length).toBeGreaterThan(5);
		expect(reversed(reversed(steps))).toEqual(steps);
	});
});
