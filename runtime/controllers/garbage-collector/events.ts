/** Events about owner references that the garbage collector cannot resolve. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../model/catalog.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import type { OwnerReference } from '../../storage/side.ts';
import { metadataText } from '../../verbs/metadata/metadata.ts';

const component = 'garbage-collector-controller';

/** Returns a unique event name for an object, whose own name may be too long or invalid for an event. */
export function eventName(object: string): string {
	const own = randomBytes(8).toString('hex');
	const name = `${object}.${own}`;
	return checkDnsSubdomain(name).length === 0 ? name : own;
}

/** Makes the event. `object`: the dependent; `now`: RFC 3339. Reason and message are those of Kubernetes. */
export function invalidNamespaceEvent(object: JsonObject, { apiVersion, kind, name, uid }: OwnerReference, now: string): JsonObject {
	const namespace = metadataText(object, 'namespace');
	const owner = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
	return {
		involvedObject: {
			kind: object.kind ?? '',
			...(namespace !== '' && { namespace }),
			name: metadataText(object, 'name'),
			uid: metadataText(object, 'uid'),
			apiVersion: object.apiVersion ?? '',
			resourceVersion: metadataText(object, 'resourceVersion'),
		},
		reason: 'OwnerRefInvalidNamespace',
		message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
		source: { component },
		firstTimestamp: now,
		lastTimestamp: now,
		count: 1,
		type: 'Warning',
	};
}
