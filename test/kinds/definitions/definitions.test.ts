/** Tests the refusals of invalid CustomResourceDefinitions, case by case, against those of kube-apiserver. */
import { describe, expect, it } from 'vitest';
import type { HookContext } from '../../../runtime/api/hooks.ts';
import { issueAuthority } from '../../../runtime/auth/pki/issue.ts';
import { customResourceDefinitionHooks } from '../../../runtime/kinds/definitions/custom-resource-definition.ts';
import { olderDefinitions } from '../../../runtime/kinds/definitions/internal.ts';
import type { Cause } from '../../../runtime/model/cause.ts';
import { kubernetes } from '../../generator/emit/fixture.ts';
import { answers } from './answers.ts';
import { cases, definition, type Loose } from './cases.ts';

const hooks = customResourceDefinitionHooks(kubernetes, '1.36');
const context = (more: Partial<HookContext> = {}): HookContext => ({
	user: { name: 'admin', uid: '', groups: [], extra: {} },
	group: 'apiextensions.k8s.io',
	version: 'v1',
	dryRun: false,
	subresource: '',
	warnings: [],
	stored: { has: () => false, all: () => [] },
	served: () => undefined,
	...more,
});

const blames = (causes: readonly Cause[]): string[] =>
	causes.map(({ field, message }) => `${field}: ${/^(Required value|Forbidden|[A-Z][a-z]+ value|Too many)/.exec(message)?.[1]}`).sort();

function created(object: Loose, version = 'v1'): readonly Cause[] {
	hooks.normalize?.(object);
	hooks.prepareForCreate?.(object, context({ version }));
	return hooks.validateCreate?.(object, context({ version })) ?? [];
}

function updated(before: Loose, change: (object: Loose) => void): readonly Cause[] {
	const object = structuredClone(before);
	change(object);
	hooks.prepareForUpdate?.(object, before, context());
	return hooks.validateUpdate?.(object, before, context()) ?? [];
}

describe('a new definition', () => {
	it('has an answer in every case', () => expect(Object.keys(answers)).toEqual(Object.keys(cases)));

	it.each(Object.keys(cases))('%s', (name) => {
		expect(blames(created(definition(cases[name])))).toEqual([...(answers[name] ?? [])].sort());
	});

	it('reports faults with the messages of its schema', () => {
		const [cause] = created(
			definition((d) => {
				d.spec.versions[0].schema.openAPIV3Schema.properties.spec.type = 'text';
			}),
		);
		expect(cause?.message).toBe('Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"');
	});

	it('gets the names that follow from its kind', () => {
		const made = definition((d) => {
			d.spec.names = { plural: 'things', kind: 'Thing' };
		});
		hooks.normalize?.(made);
		expect(JSON.stringify(made.spec.names)).toBe('{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"}');
	});

	it('is warned of when the server has the kind from a spec', () => {
		const said = (served: HookContext['served']): string[] => {
			const warnings: string[] = [];
			hooks.prepareForCreate?.(definition(), context({ warnings, served }));
			return warnings;
		};
		expect(said(() => undefined)).toEqual([]);
		expect(said(() => ({ kind: 'Thing', scope: 'Namespaced' }))).toEqual([expect.stringContaining('from a spec')]);
	});
});

describe('a definition that is there', () => {
	it('is accepted or refused without a failure if its former pattern was invalid', () => {
		const before = definition(({ spec }) => {
			const { properties } = spec.versions[0].schema.openAPIV3Schema;
			properties.spec = { type: 'object', default: {}, not: { pattern: '[' } };
		});
		const blamed = (object: Loose): boolean =>
			updated(before, (next) => Object.assign(next.spec, object.spec)).some(({ message }) => message.includes('regular expression'));
		expect([blamed(structuredClone(before)), blamed(definition())]).toEqual([true, false]);
	});

	const stored = (): Loose => {
		const made = definition();
		created(made);
		return made;
	};

	it('keeps its group and its plural', () => {
		const causes = updated(stored(), (d) => {
			d.spec.names.plural = 'others';
		});
		expect(blames(causes)).toEqual(['spec.names.plural: Invalid value']);
		const moved = updated(stored(), (d) => {
			d.spec.group = 'other.example.com';
		});
		expect(blames(moved)).toEqual(['spec.group: Invalid value']);
	});

	it.each(['Established', 'NamesAccepted'])('keeps its kind and its scope once %s is true', (type) => {
		const change = (d: Loose): void => void Object.assign(d.spec, { scope: 'Cluster', names: { ...d.spec.names, kind: 'Other' } });
		const established = stored();
		established.status.conditions = [{ type, status: 'True' }];
		expect(blames(updated(established, change))).toEqual(['spec.names.kind: Invalid value', 'spec.scope: Invalid value']);
		expect(updated(stored(), change)).toEqual([]);
	});

	it('keeps authorities of its webhook once it is established, unless it had none that are some', async () => {
		const hooked =
			(caBundle: string) =>
			(d: Loose): void => {
				d.spec.conversion = {
					strategy: 'Webhook',
					webhook: { clientConfig: { url: 'https://example.com', caBundle: Buffer.from(caBundle).toString('base64') }, conversionReviewVersions: ['v1'] },
				};
			};
		const established = (change: (d: Loose) => void): Loose => {
			const made = definition(change);
			created(made);
			made.status.conditions = [{ type: 'Established', status: 'True' }];
			return made;
		};
		const refused = ['spec.conversion.webhookClientConfig.caBundle: Invalid value'];
		expect(
			blames(
				updated(
					established(() => {}),
					hooked('none'),
				),
			),
		).toEqual(refused);
		const { cert: sound } = await issueAuthority('a test');
		expect(blames(updated(established(hooked(sound)), hooked('none')))).toEqual(refused);
		expect(updated(established(hooked('none')), hooked('another'))).toEqual([]);
		expect(
			updated(
				established(() => {}),
				hooked(sound),
			),
		).toEqual([]);
		const waiting = definition(hooked(sound));
		created(waiting);
		expect(updated(waiting, hooked('none'))).toEqual([]);
		const earlier = customResourceDefinitionHooks(kubernetes, '1.30');
		const before = established(() => {});
		const after = structuredClone(before);
		hooked('none')(after);
		expect(earlier.validateUpdate?.(after, before, context())).toEqual([]);
	});

	it('remembers every version in which objects were stored, and keeps these', () => {
		const before = stored();
		const second = { ...before.spec.versions[0], name: 'v2' };
		const moved = structuredClone(before);
		moved.spec.versions = [second, { ...before.spec.versions[0], storage: false }];
		hooks.prepareForUpdate?.(moved, before, context());
		expect(moved.status.storedVersions).toEqual(['v1', 'v2']);
		expect(
			blames(
				updated(moved, (d) => {
					d.spec.versions = [second];
				}),
			),
		).toEqual(['status.storedVersions[0]: Invalid value']);
	});

	it.each(['a field without a type', 'a set of objects', 'a key that may be absent', 'a default with fields of no schema'])(
		'may stay as it was let in: %s',
		(name) => {
			const before = definition(cases[name]);
			hooks.prepareForCreate?.(before, context());
			if (name === 'a field without a type') before.spec.preserveUnknownFields = true;
			expect(
				updated(before, (d) => {
					d.spec.names.shortNames = ['th'];
				}),
			).toEqual([]);
		},
	);
});

describe('v1beta1', () => {
	const older = {
		group: 'example.com',
		version: 'v1',
		names: { plural: 'things', kind: 'Thing' },
		scope: '',
		validation: { openAPIV3Schema: { type: 'object' } },
	};

	it('has the common parts of all versions once', () => {
		const made = olderDefinitions.toStorage({ spec: { ...older, additionalPrinterColumns: [{ name: 'a', type: 'string', JSONPath: '.spec.a' }] } } as Loose);
		expect(made.spec).toEqual({
			group: 'example.com',
			names: older.names,
			scope: 'Namespaced',
			preserveUnknownFields: true,
			versions: [
				{
					name: 'v1',
					served: true,
					storage: true,
					schema: older.validation,
					additionalPrinterColumns: [{ name: 'a', type: 'string', jsonPath: '.spec.a' }],
				},
			],
		});
		expect(olderDefinitions.fromStorage(made).spec).toMatchObject({ version: 'v1', validation: older.validation, versions: [{ name: 'v1' }] });
	});

	it('needs no structural schema where unknown fields are kept', () => {
		const made = definition((d) => {
			d.spec.preserveUnknownFields = true;
			d.spec.versions[0].schema.openAPIV3Schema.properties.spec = {};
		});
		expect(created(structuredClone(made), 'v1beta1')).toEqual([]);
		expect(created(made).length).toBeGreaterThan(0);
	});
});
