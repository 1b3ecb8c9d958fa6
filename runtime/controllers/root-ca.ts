/** Every namespace has a ConfigMap with the certificate authority of the server, so that programs in it can trust what answers them (seed 3). */

import type { JsonObject } from '../model/catalog.ts';
import { updateObject } from '../verbs/write/finish.ts';
import { parseJson } from '../wire/json/json.ts';
import { actingScope } from './actor.ts';
import type { ControllerContext } from './contract.ts';
import { perNamespace } from './per-namespace.ts';

const name = 'root-ca-cert-publisher';
const configMaps = 'configmaps';
const key = 'ca.crt';

const objectName = (shortPrefix: string): string => `${shortPrefix}-root-ca.crt`;

export const rootCa = perNamespace({
	name,
	purpose: 'keeps the certificate authority in a ConfigMap of every namespace',
	storageName: configMaps,
	objectName: ({ vocabulary }) => objectName(vocabulary.shortPrefix),
	content: ({ rootCertificate }) => (rootCertificate === undefined ? undefined : { data: { [key]: rootCertificate } }),
	correct,
});

async function correct({ verbs, rootCertificate = '' }: ControllerContext, namespace: string): Promise<void> {
	const place = { storageName: configMaps, namespace, name: objectName(verbs.vocabulary.shortPrefix) };
	const found = verbs.cache.get(configMaps, namespace, place.name);
	if (found === undefined || holds(parseJson(found.bytes) as JsonObject, rootCertificate)) return;
	await updateObject(actingScope(verbs, name, place), (old) => {
		const { binaryData: _binaryData, ...rest } = old;
		return { ...rest, data: { [key]: rootCertificate } };
	});
}

function holds(object: JsonObject, certificate: string): boolean {
	const data = object.data as JsonObject | undefined;
	return data !== undefined && Object.keys(data).length === 1 && data[key] === certificate && object.binaryData === undefined;
}
