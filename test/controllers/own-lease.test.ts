/** A server announces itself to the others of its store with a Lease, which it deletes when it ends (KEP-1965). */
import { hostname } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { identityOf } from '../../runtime/controllers/own-lease.ts';
import { type Loose, type TestServer, testServer } from '../verbs/write-fixture.ts';

const { shortPrefix, groupDomain, labelDomain } = vocabulary;
const leases = `/apis/coordination.${groupDomain}/v1/namespaces/${shortPrefix}-system/leases`;

let server: TestServer | undefined;
afterEach(async () => {
	vi.useRealTimers();
	expect(server?.failures ?? []).toEqual([]);
	await server?.close();
	server = undefined;
});

async function found(isRight: (items: readonly Loose[]) => boolean): Promise<readonly Loose[]> {
	for (;;) {
		const { items } = (await server?.call('GET', leases))?.body ?? { items: [] };
		if (isRight(items)) return items;
		await new Promise((done) => setImmediate(done));
	}
}
const one = (items: readonly Loose[]): boolean => items.length === 1;

describe('the lease of the server', () => {
	it.each([
		['1.26', `${groupDomain}/component`],
		['1.27', `apiserver.${labelDomain}/identity`],
		['1.36', `apiserver.${labelDomain}/identity`],
	])('has holder, duration and host in %s', async (release, label) => {
		server = await testServer({ release });
		const [lease] = await found(one);
		const { name } = identityOf(hostname(), vocabulary, release);
		expect(lease.metadata).toMatchObject({ name, labels: { [label]: `${shortPrefix}-apiserver`, [`${labelDomain}/hostname`]: hostname() } });
		expect(lease.spec).toEqual({
			holderIdentity: expect.stringMatching(new RegExp(`^${name}_[0-9a-f-]{36}$`)),
			leaseDurationSeconds: 3600,
			renewTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/),
		});
	});

	it('does not exist while its gate is off', async () => {
		server = await testServer({ release: '1.25' });
		expect((await server.call('GET', leases)).body.items).toEqual([]);
	});

	it('is renewed with its labels, and recreated when it is deleted', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		server = await testServer({ release: '1.36' });
		const [before] = await found(one);
		const url = `${leases}/${before.metadata.name}`;
		await server.call('PATCH', url, { body: { metadata: { labels: null }, spec: { holderIdentity: 'me' } }, type: 'application/merge-patch+json' });
		await vi.advanceTimersByTimeAsync(11_000);
		const [renewed] = await found(([lease]) => lease?.spec.holderIdentity === before.spec.holderIdentity);
		expect(renewed.metadata).toMatchObject({ uid: before.metadata.uid, labels: before.metadata.labels });
		expect(renewed.spec.renewTime > before.spec.renewTime).toBe(true);
		await server.call('DELETE', url);
		await vi.advanceTimersByTimeAsync(11_000);
		expect((await found(one))[0].metadata.uid).not.toBe(before.metadata.uid);
	});

	it('of another server is deleted when it has expired, and other leases are kept', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
		server = await testServer({ release: '1.36' });
		const [mine] = await found(one);
		const { [`${labelDomain}/hostname`]: _, ...labels } = mine.metadata.labels;
		const of = (name: string, more: object, renewTime: string): object => ({
			metadata: { name, ...more },
			spec: { ...mine.spec, holderIdentity: name, renewTime },
		});
		await server.call('POST', leases, { body: of('dead', { labels }, '2020-01-01T00:00:00.000000Z') as never });
		await server.call('POST', leases, { body: of('living', { labels }, mine.spec.renewTime) as never });
		await server.call('POST', leases, { body: of('other', {}, '2020-01-01T00:00:00.000000Z') as never });
		await vi.advanceTimersByTimeAsync(3_700_000);
		const names = (await found((items) => items.length < 4)).map(({ metadata }) => metadata.name);
		expect(names.sort()).toEqual([mine.metadata.name, 'living', 'other'].sort());
	});
});

it.each([
	['1.26', 'kube-apiserver-lphjr5z7h3imqn7sokpnsue3ha'],
	['1.36', 'apiserver-wlv32tlttr4jl3gtroqexyxapa'],
])('is named in %s as Kubernetes names it', (release, name) => {
	expect(identityOf('vm', { ...vocabulary, shortPrefix: 'kube' }, release).name).toBe(name);
});
