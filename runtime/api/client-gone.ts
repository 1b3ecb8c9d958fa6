/** Thrown when the client went away before it had its answer. It is no failure of the server, and its message is never read. */
export class ClientGone extends Error {
	override readonly name = 'ClientGone';
}
