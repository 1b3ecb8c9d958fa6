/** Events about owner references that the garbage collector cannot follow. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../model/catalog.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import type { OwnerReference } from '../../storage/side.ts';
import { metadataText } from '../../verbs/metadata/metadata.ts';

const component = 'garbage-collector-controller';

/** Returns a unique event name for an object. Some kinds allow object names that are too long for an event, or otherwise invalid. */
export function eventName(object: string): string {
	const own = randomBytes(8).toString('hex');
	const name = `${object}.${own}`;
	return checkDnsSubdomain(name).length === 0 ? name : own;
}

/** Builds the event. `object` is the dependent, `now` an RFC 3339 time. Reason and wording are those of Kubernetes. */
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
