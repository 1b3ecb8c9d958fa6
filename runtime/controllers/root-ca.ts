/** Maintains a ConfigMap with the server's CA in every namespace, so that programs there can verify the server (seed 3). */

import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { ControllerContext } from './contract.ts';
import { perNamespace } from './per-namespace.ts';

const name = 'root-ca-cert-publisher';
const configMaps = 'configmaps';
const key = 'ca.crt';

const objectName = (shortPrefix: string): string => `${shortPrefix}-root-ca.crt`;

export const rootCa = perNamespace({
	name,
	identity: 'root-ca-cert-publisher',
	rules: [{ verbs: ['create', 'update'], groups: [''], resources: [configMaps] }],
	purpose: "publishes the server's CA in a ConfigMap of every namespace",
	storageName: configMaps,
	objectName: ({ vocabulary }) => objectName(vocabulary.shortPrefix),
	content: ({ rootCertificate }) => (rootCertificate === undefined ? undefined : { data: { [key]: rootCertificate } }),
	correct,
});

async function correct({ verbs, actor, rootCertificate = '' }: ControllerContext, namespace: string): Promise<void> {
	const target = { storageName: configMaps, namespace, name: objectName(verbs.vocabulary.shortPrefix) };
	const found = verbs.cache.get(configMaps, namespace, target.name);
	if (found === undefined || holds(parseWhole(found), rootCertificate)) return;
	await actor.update(target, (old) => {
		const { binaryData: _binaryData, ...rest } = old;
		return { ...rest, data: { [key]: rootCertificate } };
	});
}

function holds(object: JsonObject, certificate: string): boolean {
	const data = object.data as JsonObject | undefined;
	return data !== undefined && Object.keys(data).length === 1 && data[key] === certificate && object.binaryData === undefined;
}
