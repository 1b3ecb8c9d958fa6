import { ApiError } from '../api/errors.ts';

/**
 * Refusal of a request to protect the server: the request took too long, or too many were in flight. Metrics count it separately from other
 * refusals.
 */
export class Terminated extends ApiError {}
