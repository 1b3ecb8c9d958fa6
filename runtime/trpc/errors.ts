/** Converts refusals: the tRPC error code together with the API's Status. */
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { ApiError, type Reason } from '../api/errors.ts';
import { MalformedError } from '../model/malformed.ts';
import { StatusError } from './answers.ts';

export type ErrorCode = TRPCError['code'];

const codes: Readonly<Record<number, ErrorCode>> = {
	400: 'BAD_REQUEST',
	401: 'UNAUTHORIZED',
	403: 'FORBIDDEN',
	404: 'NOT_FOUND',
	405: 'METHOD_NOT_SUPPORTED',
	409: 'CONFLICT',
	// tRPC has no code for Gone; the request needs history that has been compacted.
	410: 'PRECONDITION_FAILED',
	413: 'PAYLOAD_TOO_LARGE',
	415: 'UNSUPPORTED_MEDIA_TYPE',
	422: 'UNPROCESSABLE_CONTENT',
	429: 'TOO_MANY_REQUESTS',
	503: 'SERVICE_UNAVAILABLE',
	504: 'GATEWAY_TIMEOUT',
};

const reasons: Readonly<Partial<Record<ErrorCode, Reason>>> = {
	PARSE_ERROR: 'BadRequest',
	BAD_REQUEST: 'BadRequest',
	NOT_FOUND: 'NotFound',
	METHOD_NOT_SUPPORTED: 'MethodNotAllowed',
	UNSUPPORTED_MEDIA_TYPE: 'UnsupportedMediaType',
};

/** Converts any error of a procedure to a TRPCError. */
export function asTrpcError(error: unknown): TRPCError {
	if (error instanceof TRPCError) return error;
	const cause = error instanceof ApiError || error instanceof MalformedError ? StatusError.of(ApiError.from(error)) : error;
	if (!(cause instanceof StatusError)) return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: ApiError.from(error).message, cause });
	return new TRPCError({ code: codes[Number(cause.status.code)] ?? 'INTERNAL_SERVER_ERROR', message: cause.message, cause });
}

/** Serialises an error outside the library, in the form that tRPC clients read. */
export function shapeOf(error: TRPCError, path?: readonly string[]): object {
	const { code, message, cause } = error;
	const status = statusFor(error);
	const known = cause instanceof StatusError;
	return {
		message: known ? message : String(status.message),
		code: TRPC_ERROR_CODES_BY_KEY[code],
		data: { code, httpStatus: known ? status.code : getHTTPStatusCodeFromError(error), ...(path && { path: path.join('.') }), status },
	};
}

/** Returns the Status of an error; errors from outside the API get an equivalent one. Unexpected errors keep their details secret. */
export function statusFor({ code, message, cause }: TRPCError): StatusError['status'] {
	if (cause instanceof StatusError) return cause.status;
	const reason = reasons[code];
	return StatusError.of(reason === undefined ? ApiError.from(undefined) : new ApiError(reason, message)).status;
}
