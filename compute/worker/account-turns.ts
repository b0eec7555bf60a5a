/**
 * The order in which a lane serves accounts with waiting calls. There are three kinds: newcomers, which had nothing in the lane before, accounts that
 * return, and heavy ones, which have used much thread time lately or whose calls may be long (thread-time.ts). The kinds are served in turn, each in the order in which its accounts
 * began to wait. Accounts beyond their budget of thread time are served when none of the others may run.
 */
import { Chain, type Link } from '../../shared/platform/chain.ts'
import type { Standing } from './thread-time.ts'

/** An account, as it stands in the order. */
export interface InTurn {
  /** undefined: none of its calls waits. */
  turn: Link<InTurn> | undefined
  isNewcomer: boolean
  /** To be changed while it has no turn. */
  standing: Standing
}

/** Accounts of a kind that are asked at most. Light ones may run unless their own calls run, so few of them are asked in vain. */
const HEAVY_ASKED_MAX = 8

export class AccountTurns<Account extends InTurn> {
  /** Newcomers, returning, heavy, over. */
  readonly #kinds = [new Chain<Account>(), new Chain<Account>(), new Chain<Account>(), new Chain<Account>()] as const
  /** Kind that is asked first next time: one of the first three. */
  #first = 0

  get accountCount(): number {
    return this.#kinds.reduce((sum, { size }) => sum + size, 0)
  }

  /** Those that have used little thread time lately. */
  get lightCount(): number {
    return this.#kinds[0].size + this.#kinds[1].size
  }

  /** The accounts whose turn is next: of newcomers, and of those that return. */
  get nextLight(): readonly (Account | undefined)[] {
    return [this.#kinds[0].first?.value, this.#kinds[1].first?.value]
  }

  /** Puts an account that does not wait yet behind the others of its kind. isNewcomer: nothing of it was in the lane. */
  add(account: Account, isNewcomer: boolean): void {
    account.isNewcomer = isNewcomer
    account.turn = this.#kinds[kindOf(account)].add(account)
  }

  /** Whether it waits or not. */
  end(account: Account): void {
    if (account.turn === undefined) return
    this.#kinds[kindOf(account)].leave(account.turn as Link<Account>)
    account.turn = undefined
  }

  /** Ends the wait of the first account that may be served, and gives it. */
  take(mayRun: (account: Account) => boolean): Account | undefined {
    for (let n = 0; n < IN_TURN; n++) {
      const kind = ((this.#first + n) % IN_TURN) as 0 | 1 | 2
      const account = nextAccount(
        this.#kinds[kind],
        mayRun,
        kind === HEAVY ? HEAVY_ASKED_MAX : Number.POSITIVE_INFINITY,
      )
      if (account === undefined) continue
      this.#first = (kind + 1) % IN_TURN
      this.end(account)
      return account
    }
    const behind = nextAccount(this.#kinds[OVER], mayRun, HEAVY_ASKED_MAX)
    if (behind !== undefined) this.end(behind)
    return behind
  }
}

/** Kinds that are served in turn. */
const IN_TURN = 3
const HEAVY = 2
const OVER = 3

const kindOf = ({ isNewcomer, standing }: InTurn): 0 | 1 | 2 | 3 =>
  standing === 'over' ? OVER : standing !== 'light' ? HEAVY : isNewcomer ? 0 : 1

function nextAccount<Account>(
  accounts: Chain<Account>,
  mayRun: (account: Account) => boolean,
  askedMax: number,
): Account | undefined {
  let asked = 0
  for (let link = accounts.first; link !== undefined && asked < askedMax; link = link.after, asked++) {
    if (mayRun(link.value)) return link.value
  }
  return undefined
}
