/**
 * The one list of what is not served yet of the kinds that Kubernetes 1.25 and 1.36 serve, a version a row: `GROUP/VERSION KIND PLURAL`, or `PLURAL/SUBRESOURCE` where the rest is there.
 * Comparisons with real documents, golden objects and manifests expect exactly these to be missing: whoever adds a kind takes its rows away.
 */
const rows: readonly string[] = [
	'apiextensions.k8s.io/v1 CustomResourceDefinition customresourcedefinitions',
	'apiregistration.k8s.io/v1 APIService apiservices',
];

export interface KindToCome {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	readonly plural: string;
	readonly row: string;
}

export const kindsToCome: readonly KindToCome[] = rows.map((row) => {
	const [apiVersion = '', kind = '', plural = ''] = row.split(' ');
	const slash = apiVersion.indexOf('/');
	return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1), kind, plural, row };
});
