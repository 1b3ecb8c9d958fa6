/** DeleteOptions from the body or, if it has none, from the query. */
import { ApiError, invalid } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { type Cause, invalidValue, notSupported } from '../../model/cause.ts';
import { verbRecords } from '../../model/verb.ts';
import { FloatLiterals } from '../../wire/json/float-literals.ts';
import { parseJson } from '../../wire/json/json.ts';
import { unwrapUnknown } from '../../wire/protobuf/unknown.ts';
import { parseYaml } from '../../wire/yaml.ts';
import { bodyEncoding } from '../body.ts';
import type { WriteContext } from '../contract.ts';
import { dryRunViolations } from '../write/options.ts';

export type Propagation = 'Foreground' | 'Background' | 'Orphan';
const propagations: readonly string[] = ['Foreground', 'Background', 'Orphan'] satisfies readonly Propagation[];

export interface DeleteOptions {
	/** Options as sent. */
	readonly given?: JsonObject;
	/** Grace period that the client requests. Never negative. */
	readonly gracePeriodSeconds: number | undefined;
	/** Values that the object must have to be deleted. */
	readonly preconditions: { readonly uid: string | undefined; readonly resourceVersion: string | undefined };
	/** Deprecated form of `propagationPolicy`. */
	readonly orphanDependents: boolean | undefined;
	readonly propagationPolicy: Propagation | undefined;
	readonly dryRun: boolean;
	/** True to delete an unreadable object (KEP-3926). */
	readonly ignoresDamage: boolean;
}

/** Options of a delete that sets none. */
export const noDeleteOptions: DeleteOptions = {
	gracePeriodSeconds: undefined,
	preconditions: { uid: undefined, resourceVersion: undefined },
	orphanDependents: undefined,
	propagationPolicy: undefined,
	dryRun: false,
	ignoresDamage: false,
};

/** Limit of the grace period, which a client may send as 64 bits. No object waits that long. */
export const longestGraceSeconds = Number.MAX_SAFE_INTEGER;

/** Name of the option that sets `ignoresDamage`. */
export const ignoresDamageOption = 'ignoreStoreReadErrorWithClusterBreakingPotential';

/** Reads the options. Throws ApiError BadRequest, Invalid, UnsupportedMediaType. */
export async function deleteOptions(request: ApiRequest, context: WriteContext): Promise<DeleteOptions> {
	const bytes = await request.body();
	const query = request.query === '' ? {} : context.options.of(typeName)(request.parameters());
	if (bytes.length === 0) return deleteOptionsOf(query, context);
	return deleteOptionsOf(fromBody(bytes, request, context), context, texts(query.dryRun));
}

/** Checks options as sent. `alsoDryRun`: values of `dryRun` in the query. Throws ApiError Invalid. */
export function deleteOptionsOf(sent: JsonObject, context: WriteContext, alsoDryRun: readonly string[] = []): DeleteOptions {
	const dryRun = [...texts(sent.dryRun), ...alsoDryRun];
	// The option is ignored while its feature gate is off, as in Kubernetes.
	const ignoresDamage = sent[ignoresDamageOption] === true && knows(context, ignoresDamageOption);
	const causes = [...violations(sent, dryRun), ...(ignoresDamage ? notBeside(sent, dryRun) : [])];
	if (causes.length > 0) throw invalid('DeleteOptions', `meta.${context.vocabulary.groupDomain}`, '', causes);
	const preconditions = (sent.preconditions ?? {}) as JsonObject;
	const grace = sent.gracePeriodSeconds;
	return {
		given: { ...sent, ...(dryRun.length > 0 && { dryRun }) },
		gracePeriodSeconds: grace === undefined || grace === null ? undefined : graceSeconds(Number(grace)),
		preconditions: { uid: text(preconditions.uid), resourceVersion: text(preconditions.resourceVersion) },
		orphanDependents: typeof sent.orphanDependents === 'boolean' ? sent.orphanDependents : undefined,
		propagationPolicy: text(sent.propagationPolicy) as Propagation | undefined,
		dryRun: dryRun.length > 0,
		ignoresDamage,
	};
}

/** Returns the grace period. A negative value asks for the shortest one that is not zero. */
function graceSeconds(wish: number): number {
	return wish < 0 ? 1 : Math.min(wish, longestGraceSeconds);
}

/** Reports whether the emulated release has the option and its feature gate is on. */
function knows({ catalog }: WriteContext, option: string): boolean {
	return catalog.type(typeName).fields.some(({ name, gate }) => name === option && gate === undefined);
}

/** Refuses options that have no meaning for an unreadable object. */
function notBeside(sent: JsonObject, dryRun: readonly string[]): Cause[] {
	const given = ['propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions'].filter(
		(name) => sent[name] !== undefined && sent[name] !== null,
	);
	return [...(dryRun.length > 0 ? ['dryRun'] : []), ...given].map((name) => invalidValue(ignoresDamageOption, true, `cannot be set with .${name}`));
}

const typeName = verbRecords.delete.options;

function fromBody(bytes: Buffer, request: ApiRequest, context: WriteContext): JsonObject {
	const type = context.schemas.type(typeName);
	const encoding = bodyEncoding(request.header('content-type'), type, context);
	if (encoding === 'protobuf') return type.decode(unwrapUnknown(bytes).raw);
	const floats = new FloatLiterals();
	const value = encoding === 'json' ? parseJson(bytes, { floats }) : parseYaml(bytes);
	// Some clients encode absent options as null.
	if (value === null) return {};
	checkKind(value);
	floats.check((marked) => type.read(marked, { notices: [] }));
	return type.read(value, { notices: [] });
}

/** Checks the kind, which may be absent. A DELETE whose body is an object of another kind is a mistake and must delete nothing. */
function checkKind(value: JsonValue): void {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
	const { kind } = value;
	if (typeof kind !== 'string' || kind === '' || kind === 'DeleteOptions') return;
	throw new ApiError('BadRequest', `the body of a DELETE must be DeleteOptions, but is of kind ${JSON.stringify(kind)}`);
}

function texts(value: JsonValue | undefined): string[] {
	return Array.isArray(value) ? value.map(String) : [];
}

function text(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function violations(sent: JsonObject, dryRun: readonly string[]): Cause[] {
	const causes: Cause[] = [];
	const policy = text(sent.propagationPolicy);
	if (policy !== undefined && typeof sent.orphanDependents === 'boolean') {
		causes.push(invalidValue('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set'));
	}
	if (policy !== undefined && !propagations.includes(policy)) causes.push(notSupported('propagationPolicy', policy, [...propagations, 'nil']));
	return [...causes, ...dryRunViolations(dryRun)];
}
