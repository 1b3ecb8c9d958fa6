import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	apiGroup,
	apiGroupDiscoveryList,
	apiGroupList,
	apiResourceList,
	apiVersions,
	servedGroups,
	storageVersionHash,
} from '../../../runtime/documents/discovery.ts';
import { versionPath } from '../../../runtime/model/api-version.ts';
import { verbs } from '../../../runtime/model/verb.ts';
import { catalog as fixture, kubernetes, spoken } from './fixture.ts';
import { builtInModel, everyGate, references, referencesAreThere, served } from './reference-documents.ts';

const catalog = spoken(fixture, kubernetes);

describe('legacy discovery', () => {
	it('names the versions of the core group', () => {
		expect(apiVersions(catalog, '127.0.0.1:6443')).toEqual({
			kind: 'APIVersions',
			versions: ['v1'],
			serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:6443' }],
		});
	});

	it('lists groups that have resources, without the core group', () => {
		const version = { groupVersion: 'example.com/v1', version: 'v1' };
		expect(apiGroupList(catalog)).toEqual({
			kind: 'APIGroupList',
			apiVersion: 'v1',
			groups: [{ name: 'example.com', versions: [version], preferredVersion: version }],
		});
		expect(apiGroup(catalog, 'example.com')).toMatchObject({ kind: 'APIGroup', apiVersion: 'v1', name: 'example.com' });
		expect(apiGroup(catalog, 'autoscaling')).toBeUndefined();
	});

	it('orders groups by priority, then by name', () => {
		const kind = catalog.kinds[1];
		if (kind === undefined) throw new Error('no kind');
		const groups = ['zeta', 'alpha', 'first', 'second'];
		const kinds = groups.map((group) => ({ ...kind, versions: kind.versions.map((version) => ({ ...version, group })) }));
		const declared = [
			{ group: 'first', package: 'first', versions: ['v1'], priority: 17800 },
			{ group: 'second', package: 'second', versions: ['v1'], priority: 17750 },
		];
		const names = apiGroupList({ ...catalog, kinds, groups: declared }).groups.map(({ name }) => name);
		expect(names).toEqual(['first', 'second', 'alpha', 'zeta']);
	});

	it('lists resources and subresources by name', () => {
		expect(apiResourceList(catalog, '', 'v1')).toEqual({
			kind: 'APIResourceList',
			groupVersion: 'v1',
			resources: [
				{
					name: 'configmaps',
					singularName: 'configmap',
					namespaced: true,
					kind: 'ConfigMap',
					verbs,
					shortNames: ['cm'],
					storageVersionHash: 'qFsyl6wFWjQ=',
				},
			],
		});
		const resources = apiResourceList(catalog, 'example.com', 'v1')?.resources;
		expect(resources?.map(({ name }) => name)).toEqual(['gadgets', 'gadgets/scale', 'gadgets/status']);
		expect(resources?.[1]).toEqual({
			name: 'gadgets/scale',
			singularName: '',
			namespaced: true,
			group: 'autoscaling',
			version: 'v1',
			kind: 'Scale',
			verbs: ['get', 'patch', 'update'],
		});
		expect(apiResourceList(catalog, 'example.com', 'v2')).toBeUndefined();
	});

	it('hashes the storage version as clients know it', () => {
		const [configMaps] = catalog.kinds;
		expect(configMaps && storageVersionHash(configMaps)).toBe('qFsyl6wFWjQ=');
	});
});

describe('aggregated discovery', () => {
	const aggregatedOf = (group: Partial<(typeof catalog.groups)[number]>, release = '1.25') => {
		const groups = catalog.groups.map((each) => (each.group === 'example.com' ? { ...each, ...group } : each));
		return apiGroupDiscoveryList({ ...catalog, release, groups }, '/apis', 'apidiscovery.k8s.io/v2beta1', () => undefined);
	};

	it('has a null creationTimestamp in the metadata of a group up to 1.33', () => {
		expect(['1.33', '1.34'].map((release) => aggregatedOf({}, release).items[0]?.metadata)).toEqual([
			{ name: 'example.com', creationTimestamp: null },
			{ name: 'example.com' },
		]);
	});

	it('names group and version of a built-in kind only if they differ from those of the resource', () => {
		const [resource] = aggregatedOf({}).items[0]?.versions[0]?.resources ?? [];
		expect([resource, ...(resource?.subresources ?? [])].map((each) => each?.responseKind)).toEqual([
			{ group: '', version: '', kind: 'Gadget' },
			{ group: 'autoscaling', version: 'v1', kind: 'Scale' },
			{ group: '', version: '', kind: 'Gadget' },
		]);
	});

	it('has the core group under /api and all others under /apis', () => {
		const core = apiGroupDiscoveryList(catalog, '/api', 'apidiscovery.k8s.io/v2', () => undefined);
		expect(core.items.map((item) => item.metadata)).toEqual([{ creationTimestamp: null }]);
		const others = aggregatedOf({ custom: true });
		expect(others).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2beta1', metadata: {} });
		expect(others.items[0]?.versions[0]).toEqual({
			version: 'v1',
			freshness: 'Current',
			resources: [
				{
					resource: 'gadgets',
					responseKind: { group: 'example.com', version: 'v1', kind: 'Gadget' },
					scope: 'Namespaced',
					singularResource: 'gadget',
					verbs,
					shortNames: ['gd'],
					categories: ['all'],
					subresources: [
						{ subresource: 'scale', responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, verbs: ['get', 'patch', 'update'] },
						{ subresource: 'status', responseKind: { group: 'example.com', version: 'v1', kind: 'Gadget' }, verbs: ['get', 'patch', 'update'] },
					],
				},
			],
		});
	});
});

describe.skipIf(!referencesAreThere)('real discovery', () => {
	const rows = (file: string) => {
		const [head = '', ...lines] = readFileSync(`${references}/kinds/${file}`, 'utf8').trimEnd().split('\n');
		return lines.map((line) => Object.fromEntries(head.split('\t').map((name, index) => [name, line.split('\t')[index] ?? ''])));
	};

	it.each(['1.25', '1.36'])('names, scopes, verbs and subresources at release %s', async (release) => {
		const { catalog: real } = served(await builtInModel(), release, everyGate);
		const theirs = new Map(rows(`release-${release}.tsv`).map((row) => [`${row.group}/${row.version}/${row.resource}`, row]));
		const ours = new Set<string>();
		for (const { group, versions } of servedGroups(real)) {
			for (const { version } of versions) {
				const resources = apiResourceList(real, group, version)?.resources ?? [];
				for (const { name, kind, namespaced, verbs } of resources.filter((resource) => !resource.name.includes('/'))) {
					const subresources = resources
						.filter((resource) => resource.name.startsWith(`${name}/`))
						.map((resource) => `${resource.name.slice(name.length + 1)}[${resource.verbs.join()}]`);
					const row = theirs.get(`${group}/${version}/${name}`);
					ours.add(`${group}/${version}/${name}`);
					const wanted = (row?.subresources ?? '')
						.split('; ')
						.filter((text) => text !== '')
						.map((text) => text.replace(/=[^[]*/, ''));
					expect({ name, kind, namespaced: String(namespaced), verbs: verbs.join(), subresources }).toEqual({
						name,
						kind: row?.kind,
						namespaced: row?.namespaced,
						verbs: row?.verbs,
						subresources: wanted,
					});
				}
			}
		}
		expect([...theirs.keys()].filter((key) => !ours.has(key))).toEqual([]);
	});

	it('short names and categories', async () => {
		const { catalog: real } = served(await builtInModel(), '1.36', everyGate);
		const theirs = new Map(rows('discovery-1.36.tsv').map((row) => [`${row.group}/${row.version}/${row.resource}`, row]));
		for (const { kind, version } of servedGroups(real).flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))) {
			const row = theirs.get(`${version.group}/${version.version}/${kind.plural}`);
			const ours = { singular: kind.singular, shortNames: kind.shortNames.join(), categories: kind.categories.join() };
			expect(ours, kind.plural).toEqual({ singular: row?.singular, shortNames: row?.shortNames, categories: row?.categories });
		}
	});

	/**
	 * Kubernetes' module contains the documents as its server returns them. They include orders and storage version hashes, which the
	 * tables lack.
	 */
	const module = join(homedir(), 'go/pkg/mod/k8s.io/kubernetes@v1.36.0/api/discovery');
	if (!existsSync(module)) console.warn(`skipped: discovery documents of 1.36, because there is no ${module}`);

	/** Kubernetes stores CustomResourceDefinitions in v1beta1, whose text is shorter. */
	const storedOtherwise: Readonly<Record<string, object>> = { customresourcedefinitions: { storageVersionHash: 'M5uH+AlWATY=' } };

	describe.skipIf(!existsSync(module))('whole documents of 1.36', () => {
		const document = (path: string) => JSON.parse(readFileSync(join(module, `${path.slice(1).replaceAll('/', '__')}.json`), 'utf8'));
		const groups = (list: ReturnType<typeof apiGroupList>) =>
			list.groups.map(({ name, versions }) => ({ name, versions: versions.map(({ version }) => version) }));
		const all = async () => served(await builtInModel(), '1.36', everyGate).catalog;

		it('groups and versions, in order', async () => {
			const catalog = await all();
			expect(groups(apiGroupList(catalog))).toEqual(groups(document('/apis')));
		});

		it('equal in the resources of every version, with storage version hashes', async () => {
			const catalog = await all();
			let compared = 0;
			for (const { group, versions } of servedGroups(catalog)) {
				for (const { version } of versions) {
					const theirs = document(versionPath({ group, version }));
					const resources = theirs.resources.map((resource: { name: string }) => ({ ...resource, ...storedOtherwise[resource.name] }));
					expect(apiResourceList(catalog, group, version)).toEqual({ ...theirs, ...(group === '' && { apiVersion: undefined }), resources });
					compared += theirs.resources.length;
				}
			}
			expect(compared).toBeGreaterThan(60);
		});

		it('the aggregated form, group by group', async () => {
			type List = ReturnType<typeof apiGroupDiscoveryList>;
			const catalog = await all();
			const ours = apiGroupDiscoveryList(catalog, '/apis', 'apidiscovery.k8s.io/v2', () => undefined);
			const theirs: List = document('/aggregated_v2');
			expect(ours).toEqual(theirs);
		});
	});

	it('groups in the order in which clients prefer them', async () => {
		const { catalog: real } = served(await builtInModel(), '1.21');
		const names = apiGroupList(real).groups.map(({ name }) => name);
		expect(names).toEqual([
			'apiregistration.k8s.io',
			'apps',
			'events.k8s.io',
			'authentication.k8s.io',
			'authorization.k8s.io',
			'autoscaling',
			'batch',
			'certificates.k8s.io',
			'networking.k8s.io',
			'extensions',
			'policy',
			'rbac.authorization.k8s.io',
			'storage.k8s.io',
			'admissionregistration.k8s.io',
			'apiextensions.k8s.io',
			'scheduling.k8s.io',
			'coordination.k8s.io',
			'node.k8s.io',
			'discovery.k8s.io',
			'flowcontrol.apiserver.k8s.io',
			'internal.apiserver.k8s.io',
		]);
	});
});
