/** The ConfigMaps that the figures are about. `{i}` is the object's number. */

/** Its JSON is about `bytes` long as it is sent. */
export function configMap(name: string, bytes: number, extra: Readonly<Record<string, string>> = {}): string {
	const make = (padding: string): string =>
		JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { app: 'bench', tier: 'front' } }, data: { ...extra, padding } });
	return make('x'.repeat(Math.max(0, bytes - make('').length)));
}

export const collection = '/api/v1/namespaces/default/configmaps';
