/** The ConfigMaps of the figures. `{i}` is the object's number. */

/** Returns a ConfigMap whose JSON is about `bytes` long when sent. */
export function configMap(name: string, bytes: number, extra: Readonly<Record<string, string>> = {}): string {
	const make = (padding: string): string =>
		JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { app: 'bench', tier: 'front' } }, data: { ...extra, padding } });
	return make('x'.repeat(Math.max(0, bytes - make('').length)));
}

export const collection = '/api/v1/namespaces/default/configmaps';
