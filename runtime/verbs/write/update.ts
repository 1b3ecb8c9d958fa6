/** PUT on an object or on one of its subresources that have the object's own type. Few kinds let it create what is not there. */
import { ApiError, conflict } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { authorizeAlso } from '../authorize.ts';
import { bodyReader } from '../body.ts';
import type { VerbWork, WriteContext } from '../contract.ts';
import { acceptable, respondObject } from '../respond.ts';
import { updateScale } from '../scale/update.ts';
import { checkNamespace } from './create.ts';
import { createObject } from './create-object.ts';
import { metadataText } from './metadata/metadata.ts';
import { warnOfRepeatedOwners } from './metadata/owners.ts';
import { writeOptions } from './options.ts';
import { scopeOf, type WriteScope } from './scope.ts';
import type { WrittenObject } from './stored-form.ts';
import { inStorage } from './taken-over.ts';
import { type Proposal, updateObject } from './update-object.ts';

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
		acceptable(context, request, resource);
		const scope = scopeOf(context, resource, request, options);
		const expected = { apiVersion: resource.apiVersion, kind: resource.kind.kind, schema: resource.schema };
		const read = await bodyReader(request, expected, context, options.fieldValidation);
		const checked = (): JsonObject => {
			const sent = read();
			checkName(sent, scope.name);
			checkNamespace(sent, resource, request);
			return sent;
		};
		const propose: Proposal = (old) => {
			const proposed = inStorage(checked(), old, resource);
			warnOfRepeatedOwners(proposed, scope, '');
			return proposed;
		};
		try {
			return respondObject(context, request, resource, (await updateObject(scope, propose)).object, 200);
		} catch (error) {
			if (!isReason(error, 'NotFound')) throw error;
			// A body that is wrong is told before what is not there.
			checked();
			if (!mayCreate(scope)) throw error;
			await authorizeAlso(context, request, 'create');
		}
		try {
			return respondObject(context, request, resource, await createAbsent(scope, checked), 201);
		} catch (error) {
			// Somebody else has made it meanwhile.
			if (!isReason(error, 'AlreadyExists')) throw error;
			return respondObject(context, request, resource, (await updateObject(scope, propose)).object, 200);
		}
	};
}

function isReason(error: unknown, reason: ApiError['reason']): boolean {
	return error instanceof ApiError && error.reason === reason;
}

function mayCreate({ resource, subresource }: WriteScope): boolean {
	return resource.kind.updateCreates === true && subresource === '';
}

/** A uid says that a certain object was meant, and that one is gone. */
async function createAbsent(scope: WriteScope, read: () => JsonObject): Promise<WrittenObject> {
	const uid = metadataText(read(), 'uid');
	if (uid === '') return createObject(scope, read);
	const { plural } = scope.resource.kind;
	throw conflict(plural, scope.resource.version.group, scope.name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: `);
}

/** The body names the object of the URL. */
export function checkName(object: JsonObject, name: string): void {
	const sent = metadataText(object, 'name');
	if (sent === '') throw new ApiError('BadRequest', `the name of the object (${name} based on URL) was undeterminable: name must be provided`);
	if (sent !== name) throw new ApiError('BadRequest', `the name of the object (${sent}) does not match the name on the URL (${name})`);
}
