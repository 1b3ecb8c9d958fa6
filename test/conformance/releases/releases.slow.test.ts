/**
 * Compares the groups, versions, resources and verbs of each emulated release with facts from the Go module of that release, and writes
 * `docs/conformance/releases.md`. All versions and gates are turned on. Every difference needs a reason.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { endpointsOf } from '../../../runtime/model/endpoint.ts';
import { narrow, stageOf } from '../../../runtime/schema/emulated-catalog.ts';
import { reasons } from './reasons.ts';
import { type Served, servedByRelease } from './served.ts';

const page = new URL('../../../docs/conformance/releases.md', import.meta.url);

function hasGo(): boolean {
	try {
		execFileSync('go', ['version'], { stdio: 'ignore' });
		return true;
	} catch {
		console.warn('skipped: the comparison of releases needs Go, which is not installed');
		return false;
	}
}

/** Returns what orch serves in a release, with the group names of Kubernetes. */
function servedHere(release: string): Served {
	const open = catalog.gates.filter((gate) => ['alpha', 'beta'].includes(String(stageOf(gate, release)?.stage)));
	const { kinds } = narrow(catalog, release, Object.fromEntries(open.map(({ name }) => [name, true])));
	const rows = kinds.flatMap((kind) =>
		kind.versions.flatMap((version) =>
			endpointsOf(kind, version).map(({ resource, subresource, handler, verbs }): [string, string] => {
				const name = [version.group.replace(/\.orch\.io$/, '.k8s.io'), version.version, resource, ...(subresource === '' ? [] : [subresource])].join('/');
				const connects = handler === 'connect' && subresource !== 'log';
				return [name, connects ? 'connect' : verbs.filter((verb) => verb !== 'watch').join(', ')];
			}),
		),
	);
	return new Map(rows);
}

interface Difference {
	readonly resource: string;
	readonly what: string;
	readonly reason: string | undefined;
}

function differences(here: Served, there: Served): Difference[] {
	const found = [
		...[...there.keys()].filter((resource) => !here.has(resource)).map((resource) => ({ resource, what: 'not served' })),
		...[...here.keys()].filter((resource) => !there.has(resource)).map((resource) => ({ resource, what: 'served in addition' })),
		...[...here]
			.filter(([resource, verbs]) => there.has(resource) && there.get(resource) !== verbs)
			.map(([resource, verbs]) => ({ resource, what: `verbs ${verbs} instead of ${there.get(resource)}` })),
	];
	return found.map((each) => ({ ...each, reason: reasons.find(([start]) => each.resource.startsWith(start))?.[1] }));
}

/** Returns the page: a count for each release, and each difference with its releases. */
function written(all: ReadonlyMap<string, { readonly there: Served; readonly found: readonly Difference[] }>): string {
	const counts = [...all].map(
		([release, { there, found }]) => `| ${release} | ${there.size} | ${there.size - found.filter(({ what }) => what === 'not served').length} |`,
	);
	const rows = new Map<string, string[]>();
	for (const [release, { found }] of all)
		for (const { resource, what, reason = '' } of found) {
			const row = `| \`${resource.replace(/^\//, '')}\` | ${what} | %s | ${reason} |`;
			rows.set(row, [...(rows.get(row) ?? []), release]);
		}
	const listed = [...rows].map(([row, releases]) => row.replace('%s', releases.length === 1 ? String(releases[0]) : `${releases[0]} to ${releases.at(-1)}`));
	return `# Releases

This page compares what each emulated release serves with Kubernetes: groups, versions, resources, subresources and verbs, with all versions and feature gates turned on. \`test/conformance/releases/releases.slow.test.ts\` writes it, from the OpenAPI documents in the Go modules \`k8s.io/kubernetes\`.

## Resources and subresources

| release | in Kubernetes | of them here |
| --- | --- | --- |
${counts.join('\n')}

## Differences

| resource | here | releases | reason |
| --- | --- | --- | --- |
${listed.join('\n')}
`;
}

describe.skipIf(!hasGo())('each release', () => {
	it(`serves what Kubernetes serves, but for listed differences: ${catalog.releases.length} releases`, { timeout: 1_800_000 }, () => {
		const all = new Map(
			catalog.releases.map((release) => {
				const there = servedByRelease(release);
				return [release, { there, found: differences(servedHere(release), there) }];
			}),
		);
		expect(
			[...all].flatMap(([release, { found }]) => found.filter(({ reason }) => reason === undefined).map((each) => `${release} ${each.resource}: ${each.what}`)),
		).toEqual([]);
		writeFileSync(page, written(all));
	});
});
