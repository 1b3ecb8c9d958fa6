import { ApiError } from '../api/errors.ts';

/**
 * A request that the server cut short to protect itself: it took too long, or too many were in flight. Counted separately from refusals of
 * verbs.
 */
export class Terminated extends ApiError {}
