/**
 * Legacy discovery documents as protobuf in an envelope. Unlike in other messages, texts and booleans are written even when empty, and
 * fields are in the order of their numbers. The numbers are those of meta/v1 that clients know.
 */

import type { ApiGroup, ApiGroupList, ApiResource, ApiResourceList, ApiVersions } from '../../documents/discovery.ts';
import { bytesField, textField } from '../../wire/protobuf/message.ts';
import { wrapUnknown } from '../../wire/protobuf/unknown.ts';

export type DiscoveryDocument = ApiVersions | ApiGroupList | ApiGroup | ApiResourceList;

type Parts = Uint8Array[];

export function encodeDiscovery(document: DiscoveryDocument): Buffer {
	const apiVersion = 'apiVersion' in document ? (document.apiVersion ?? '') : '';
	return wrapUnknown(apiVersion, document.kind ?? '', Buffer.concat(partsOf(document)));
}

function partsOf(document: DiscoveryDocument): Parts {
	switch (document.kind) {
		case 'APIVersions':
			return [...texts(1, document.versions), ...messages(2, document.serverAddressByClientCIDRs, serverAddress)];
		case 'APIGroupList':
			return messages(1, document.groups, group);
		case 'APIResourceList':
			return [...textField(1, document.groupVersion), ...messages(2, document.resources, resource)];
		default:
			return group(document);
	}
}

function group({ name, versions, preferredVersion }: ApiGroup): Parts {
	return [...textField(1, name), ...messages(2, versions, groupVersion), ...messages(3, [preferredVersion], groupVersion)];
}

function groupVersion({ groupVersion: text, version }: ApiGroup['preferredVersion']): Parts {
	return [...textField(1, text), ...textField(2, version)];
}

function serverAddress({ clientCIDR, serverAddress: address }: ApiVersions['serverAddressByClientCIDRs'][number]): Parts {
	return [...textField(1, clientCIDR), ...textField(2, address)];
}

function resource(entry: ApiResource): Parts {
	return [
		...textField(1, entry.name),
		...booleanField(2, entry.namespaced),
		...textField(3, entry.kind),
		...messages(4, [entry.verbs], (verbs) => texts(1, verbs)),
		...texts(5, entry.shortNames ?? []),
		...textField(6, entry.singularName),
		...texts(7, entry.categories ?? []),
		...textField(8, entry.group ?? ''),
		...textField(9, entry.version ?? ''),
		...textField(10, entry.storageVersionHash ?? ''),
	];
}

function texts(number: number, values: readonly string[]): Parts {
	return values.flatMap((value) => textField(number, value));
}

function messages<T>(number: number, values: readonly T[], parts: (value: T) => Parts): Parts {
	return values.flatMap((value) => bytesField(number, Buffer.concat(parts(value))));
}

/** Encodes a varint field (wire type 0). */
function booleanField(number: number, value: boolean): Parts {
	return [Uint8Array.of(number << 3, value ? 1 : 0)];
}
