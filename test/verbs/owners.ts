/** Creates objects with managed fields and reads the owners of their fields. */
import type { Answer, Loose, TestServer } from './write-fixture.ts';

export const applyType = 'application/apply-patch+yaml';
export const configMaps = '/api/v1/namespaces/default/configmaps';
export const deployments = '/apis/apps/v1/namespaces/default/deployments';

export function configMap(name: string, data: Record<string, string>, metadata: object = {}): Loose {
	return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

export function deployment(name: string, spec: object = {}): Loose {
	return {
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: { name },
		spec: {
			selector: { matchLabels: { app: name } },
			template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
			...spec,
		},
	};
}

/** Applies an object; `query` excludes the field manager. */
export function apply(server: TestServer, manager: string, url: string, body: Loose, query = ''): Promise<Answer> {
	return server.call('PATCH', `${url}?fieldManager=${manager}${query}`, { type: applyType, body });
}

/** Returns the paths of FieldsV1, sorted. */
function paths(fields: Loose, at = ''): string[] {
	return Object.entries(fields as object).flatMap(([name, below]) =>
		name === '.' ? [at] : Object.keys(below).length === 0 ? [`${at}/${name}`] : paths(below, `${at}/${name}`),
	);
}

/** Returns the fields that each manager owns, by its name, operation and subresource. */
export function owners({ body }: Answer): Record<string, string[]> {
	const { managedFields = [] } = body.metadata;
	return Object.fromEntries(
		managedFields.map(({ manager, operation, subresource, fieldsV1 }: Loose) => [
			[manager, operation, ...(subresource ? [subresource] : [])].join(' '),
			paths(fieldsV1).sort(),
		]),
	);
}
