/**
 * The order in which a lane serves accounts with waiting calls. Newcomers, which had nothing in the lane before, and the others are served alternately, each
 * kind in the order in which they began to wait.
 */
import { Chain, type Link } from '../../shared/chain.ts'

/** An account, as it stands in the order. */
export interface InTurn {
  /** undefined: none of its calls waits. */
  turn: Link<InTurn> | undefined
  isNewcomer: boolean
}

export class AccountTurns<Account extends InTurn> {
  readonly #newcomers = new Chain<Account>()
  readonly #returning = new Chain<Account>()
  #wasNewcomer = false

  get accountCount(): number {
    return this.#newcomers.size + this.#returning.size
  }

  /** Puts an account that does not wait yet behind the other newcomers. */
  addNewcomer(account: Account): void {
    account.isNewcomer = true
    account.turn = this.#newcomers.add(account)
  }

  /** The same of one that has had its turn or has calls at work. */
  addReturning(account: Account): void {
    account.isNewcomer = false
    account.turn = this.#returning.add(account)
  }

  /** Whether it waits or not. */
  end(account: Account): void {
    if (account.turn === undefined) return
    this.#kind(account).leave(account.turn as Link<Account>)
    account.turn = undefined
  }

  /** Ends the wait of the first account that may be served, and gives it. */
  take(mayRun: (account: Account) => boolean): Account | undefined {
    const [first, second] = this.#wasNewcomer ? [this.#returning, this.#newcomers] : [this.#newcomers, this.#returning]
    const account = nextOf(first, mayRun) ?? nextOf(second, mayRun)
    if (account === undefined) return undefined
    this.#wasNewcomer = account.isNewcomer
    this.end(account)
    return account
  }

  #kind({ isNewcomer }: Account): Chain<Account> {
    return isNewcomer ? this.#newcomers : this.#returning
  }
}

function nextOf<Account>(accounts: Chain<Account>, mayRun: (account: Account) => boolean): Account | undefined {
  for (let link = accounts.first; link !== undefined; link = link.after) if (mayRun(link.value)) return link.value
  return undefined
}
