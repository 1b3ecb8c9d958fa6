/** Tests server-side apply of objects of every kind: new, repeated, by another manager, and in parts. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { JsonObject, KindDescriptor } from '../../runtime/model/catalog.ts';
import { speakAll } from '../../runtime/model/vocabulary.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { builtInModel } from '../generator/emit/reference-documents.ts';
import { applyType } from './owners.ts';
import { type Answer, type Loose, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const model = await builtInModel();
/** Stored kinds of the default release: kinds that are only answered cannot be applied. */
const stored = narrow(model.catalog, model.catalog.release).kinds.filter((kind) => kind.stored !== false);
/** Returns true when this release serves the storage version of the examples; otherwise they have fields that the release does not know. */
const isServedAsStored = (kind: KindDescriptor): boolean => {
	const whole = model.catalog.kinds.find(({ storageName }) => storageName === kind.storageName);
	return whole?.versions[whole.storageVersion]?.version === kind.versions[kind.storageVersion]?.version;
};
const examples = stored
	.filter(isServedAsStored)
	.flatMap((kind) => (model.kindDocs[kind.storageName]?.examples ?? []).map(({ name, object }) => [kind.kind, name, kind, object] as const));

/** Kinds whose name is their content. */
const saysItsName: ReadonlySet<string> = new Set(['APIService', 'CustomResourceDefinition']);

/** Kinds whose conditions a controller of the fixture writes immediately. */
const getsConditions: ReadonlySet<string> = new Set(['CustomResourceDefinition']);

/** Kinds whose spec is immutable and has no owner. */
const ownedByNobody: ReadonlySet<string> = new Set(['CertificateSigningRequest']);

async function withConditions(url: string): Promise<Answer> {
	return await vi.waitFor(
		async () => {
			const answer = await server.call('GET', url);
			expect(answer.body.status.conditions?.length).toBeGreaterThan(0);
			return answer;
		},
		{ timeout: 10_000 },
	);
}

test.each(examples)('%s: %s', async (_kind, _name, kind, example) => {
	const resource = server.context.stored(speakAll(kind.storageName, vocabulary));
	if (resource === undefined) throw new Error(`${kind.kind} is not served`);
	const object = { ...(speakAll(example as JsonObject, vocabulary) as Loose), apiVersion: resource.apiVersion, kind: kind.kind };
	delete object.status;
	const { namespace: _, ...sent } = object.metadata;
	object.metadata = { ...sent, name: saysItsName.has(kind.kind) ? sent.name : `${sent.name}-applied` };
	const group = resource.version.group === '' ? '/api/v1' : `/apis/${resource.apiVersion}`;
	const url = `${group}/${kind.scope === 'Namespaced' ? 'namespaces/default/' : ''}${kind.plural}/${object.metadata.name}`;
	const apply = (manager: string, body: object): Promise<Answer> =>
		server.call('PATCH', `${url}?fieldManager=${manager}`, { type: applyType, body: body as Loose });
	const answer = await apply('one', object);
	expect([answer.status, answer.body.kind]).toEqual([201, kind.kind]);
	const made = getsConditions.has(kind.kind) ? await withConditions(url) : answer;
	expect((await apply('one', object)).text).toBe(made.text);
	const shared = await apply('two', object);
	// Fields that are not stored, or get defaults inside an atomic value, conflict with any other manager's apply, as in Kubernetes.
	if (object.stringData !== undefined || object.spec?.volumeClaimTemplates !== undefined) return expect(shared.status).toBe(409);
	expect([shared.status, shared.body.kind]).toEqual([200, kind.kind]);
	const [one, two] = shared.body.metadata.managedFields ?? [];
	expect([one === undefined, two?.fieldsV1]).toEqual([ownedByNobody.has(kind.kind), one?.fieldsV1]);
	const { apiVersion, metadata } = object;
	const left = await apply('two', { apiVersion, kind: kind.kind, metadata: { name: metadata.name } });
	expect(left.body).toEqual({ ...made.body, metadata: { ...made.body.metadata, resourceVersion: left.body.metadata.resourceVersion } });
	// An object that was read can be sent back.
	const put = await server.call('PUT', url, { body: left.body });
	expect(put.text).toBe(left.text);
});
