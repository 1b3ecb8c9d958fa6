/**
 * Empty lists of CustomResourceDefinitions under the API names of the other vocabulary. Clients of that vocabulary list them before they
 * report an unknown kind, and take a 404 for a fault of the server. Discovery does not show these names.
 */
import type { ApiRequest, ApiResponse, RequestInfo } from '../../api/request.ts';
import { textForm } from '../../codec/text-form.ts';
import { dialectsOf } from '../../model/vocabulary.ts';
import type { ReadContext } from '../contract.ts';

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Returns a handler that answers undefined for any other request. Throws ApiError NotAcceptable. */
export function emptyCrdList(context: ReadContext): (request: ApiRequest, info: ResourceInfo) => ApiResponse | undefined {
	const groups: ReadonlySet<string> = new Set(dialectsOf(context.vocabulary).map(({ groupDomain }) => `apiextensions.${groupDomain}`));
	return (request, { verb, group, version, resource, namespace }) => {
		if (resource !== 'customresourcedefinitions' || verb !== 'list' || version !== 'v1' || namespace !== '' || !groups.has(group)) return undefined;
		const representation = context.formats.negotiate.answer(request, { protobuf: false, transforms: 'none', stream: false });
		const list = {
			kind: 'CustomResourceDefinitionList',
			apiVersion: `${group}/${version}`,
			metadata: { resourceVersion: String(context.cache.revision) },
			items: [],
		};
		return { status: 200, headers: context.formats.headers(representation.mediaType), body: textForm(JSON.stringify(list), representation) };
	};
}
