/** Checks that the body names the object of the URL. Each function throws ApiError. */
import { ApiError, invalid } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { invalidValue } from '../../model/cause.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { metadataOf, metadataText } from '../metadata/metadata.ts';

export function checkName(object: JsonObject, name: string): void {
	const sent = metadataText(object, 'name');
	if (sent === '') throw new ApiError('BadRequest', `the name of the object (${name} based on URL) was undeterminable: name must be provided`);
	if (sent !== name) throw new ApiError('BadRequest', `the name of the object (${sent}) does not match the name on the URL (${name})`);
}

/** Checks the namespace. The body may omit it, but must not name another one than the URL. */
export function checkNamespace(object: JsonObject, resource: ServedResource, request: ApiRequest): void {
	const metadata = metadataOf(object);
	if (resource.kind.scope === 'Cluster') {
		delete metadata.namespace;
		return;
	}
	const sent = metadataText(object, 'namespace');
	const namespace = request.info.isResource ? request.info.namespace : '';
	if (sent !== '' && sent !== namespace) {
		throw new ApiError('BadRequest', 'the namespace of the provided object does not match the namespace sent on the request');
	}
	if (sent === '') metadata.namespace = namespace;
}

/** Checks the uid. In a patch, another uid is a change of an immutable field; in a PUT, it is a precondition that fails. */
export function checkUid(next: JsonObject, old: JsonObject, { kind, version }: ServedResource): void {
	const uid = metadataText(next, 'uid');
	if (uid === '' || uid === metadataText(old, 'uid')) return;
	throw invalid(kind.kind, version.group, metadataText(next, 'name'), [invalidValue('metadata.uid', uid, 'field is immutable')]);
}
