/**
 * Forms of bodies for audit events. Names their kinds and decodes protobuf bodies to JSON, for served objects, their lists, and the meta
 * types of requests.
 */

import type { RequestInfo } from '../api/request.ts';
import type { BodyForms } from '../auth/audit/contract.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { CompiledType } from '../schema/compiled.ts';
import type { Serving } from '../serving/serving.ts';
import type { Snapshots } from '../serving/snapshots.ts';
import { stringifyJson } from '../wire/json/json.ts';
import { WireReader, wireTypes } from '../wire/protobuf/reader.ts';
import { unwrapUnknown } from '../wire/protobuf/unknown.ts';

export function bodyForms(snapshots: Pick<Snapshots, 'current'>): BodyForms {
	return {
		text: (bytes, mediaType, info) => textOf(snapshots.current(), bytes, mediaType, info),
		named(info) {
			if (!info.isResource) return undefined;
			const resource = snapshots.current().resource(info.group, info.version, info.resource);
			return resource && info.subresource === '' ? { kind: resource.kind.kind, apiVersion: resource.apiVersion } : undefined;
		},
	};
}

function textOf(serving: Serving, bytes: Buffer, mediaType: string, info: RequestInfo): string | undefined {
	if (!mediaType.endsWith('.protobuf') || !info.isResource) return undefined;
	const { apiVersion, kind, raw } = unwrapUnknown(bytes);
	const resource = serving.resource(info.group, info.version, info.resource);
	const named = { kind, apiVersion };
	if (resource === undefined) return undefined;
	if (resource.kind.listKind === kind) return stringifyJson({ ...named, ...listOf(raw, resource.schema, serving) });
	const type = resource.kind.kind === kind && resource.apiVersion === apiVersion ? resource.schema : metaType(serving, kind);
	return type && stringifyJson({ ...type.decode(raw), ...named });
}

/** Returns the meta type of a kind, such as options or a Status. */
function metaType({ schemas, catalog }: Serving, kind: string): CompiledType | undefined {
	const name = `meta/v1.${kind}`;
	return catalog.typeNames.includes(name) ? schemas.type(name) : undefined;
}

/** Decodes a list. In every list, metadata is the first field and items are the second. */
function listOf(raw: Uint8Array, items: CompiledType, serving: Serving): JsonObject {
	const reader = new WireReader(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
	const list: { metadata: JsonObject; items: JsonObject[] } = { metadata: {}, items: [] };
	while (!reader.done) {
		const tag = reader.tag();
		const [field, wireType] = [tag >>> 3, tag & 7];
		if (wireType !== wireTypes.bytes || field > 2) reader.skip(wireType);
		else if (field === 1) list.metadata = metaType(serving, 'ListMeta')?.decode(reader.bytes()) ?? {};
		else list.items.push(items.decode(reader.bytes()));
	}
	return list;
}
