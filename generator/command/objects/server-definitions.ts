/** CustomResourceDefinitions of a running server, read in chunks. */
import type { ApiGroupList } from '../../../runtime/documents/discovery.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type ListPage, requestsTo } from './server.ts';

/** Definitions per response, a few megabytes. */
const chunkDefinitions = 100;

/** Returns the definitions as the server serves them in v1. `kubeconfig`: path, as for `orch diff --objects`. Rejects with an Error of one sentence. */
export async function definitionsOf(url: string, kubeconfig: string | undefined): Promise<readonly JsonObject[]> {
	const requests = await requestsTo(url, kubeconfig, '--from-server');
	const { groups } = await requests.ask<ApiGroupList>({ method: 'GET', path: '/apis' });
	const group = groups.find(({ name, versions }) => name.startsWith('apiextensions.') && versions.some(({ version }) => version === 'v1'));
	if (group === undefined) throw new Error(`${url} serves no CustomResourceDefinitions in version v1`);
	const found: JsonObject[] = [];
	let next: string | undefined;
	do {
		const query = { limit: chunkDefinitions, continue: next };
		const { items, metadata } = await requests.ask<ListPage>({ method: 'GET', path: `/apis/${group.name}/v1/customresourcedefinitions`, query });
		found.push(...items.map((item) => ({ ...item, kind: 'CustomResourceDefinition', apiVersion: `${group.name}/v1` })));
		next = metadata.continue === '' ? undefined : metadata.continue;
	} while (next !== undefined);
	return found;
}
