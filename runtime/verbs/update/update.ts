/** PUT on an object, or on a subresource with the object's own type. For a few kinds it may create the object. */
import { type ApiError, conflict } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { bodyReader } from '../body.ts';
import type { VerbWork, WriteContext } from '../contract.ts';
import { metadataText } from '../metadata/metadata.ts';
import { warnOfRepeatedOwners } from '../metadata/owners.ts';
import { representationOf, respondObject } from '../respond.ts';
import { updateScale } from '../scale/update.ts';
import { checkName, checkNamespace } from '../write/identity.ts';
import { writeOptions } from '../write/options.ts';
import { toProposal } from '../write/proposal.ts';
import { scopeOf, type WriteScope } from '../write/scope.ts';
import type { Proposal } from '../write/update-object.ts';
import { updateOrCreate } from './or-create.ts';

export const verb: VerbWork = {
	inThread: true,
	handlers: (context) => {
		const write = update(context);
		return { stored: write, status: write, scale: updateScale(context) };
	},
};

function update(context: WriteContext) {
	return async (request: ApiRequest, resource: ServedResource): Promise<ApiResponse> => {
		const options = writeOptions(request, 'update', context);
		const representation = representationOf(context, request, resource);
		const scope = scopeOf(context, resource, request, options, { withoutSent: () => undefined });
		const { kind, apiVersion, schema, form } = resource;
		const expected = { apiVersion, kind: kind.kind, schema, takesFloats: form.isWhole, misfits: scope.misfits };
		const read = await bodyReader(request, expected, context, options.fieldValidation);
		const checked = (): JsonObject => {
			const sent = read();
			checkNamespace(sent, resource, request);
			checkName(sent, scope.name);
			return sent;
		};
		const propose: Proposal = (old) => {
			const proposed = toProposal(checked(), old, resource);
			warnOfRepeatedOwners(proposed, scope, '');
			return proposed;
		};
		const absent = (notFound: ApiError): JsonObject => {
			// An error in the body takes precedence over a missing object.
			const sent = checked();
			if (!mayCreate(scope)) throw notFound;
			checkNoUid(sent, scope);
			return sent;
		};
		const { object, status } = await updateOrCreate(scope, request, { propose, absent });
		return respondObject(context, request, resource, { representation, object, status });
	};
}

function mayCreate({ resource, subresource }: WriteScope): boolean {
	return resource.kind.updateCreates === true && subresource === '';
}

/** Refuses a uid in a PUT that would create: it names an object that no longer exists. */
function checkNoUid(sent: JsonObject, { resource, name }: WriteScope): void {
	const uid = metadataText(sent, 'uid');
	if (uid === '') return;
	throw conflict(resource.kind.plural, resource.version.group, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: `);
}
