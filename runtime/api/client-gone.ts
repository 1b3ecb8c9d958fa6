/** The request's client went away before it had its answer: nobody's failure, and nobody reads what is said of it. */
export class ClientGone extends Error {
	override readonly name = 'ClientGone';
}
