/** The current page, from the address; links stay ordinary links. */
export interface Route {
  page: string;
  id: string;
  hash: string;
}

function read(): Route {
  const [page = '', id = ''] = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return { page, id, hash: decodeURIComponent(location.hash.slice(1)) };
}

class Router {
  route = $state<Route>(read());

  constructor() {
    addEventListener('popstate', () => (this.route = read()));
    addEventListener('hashchange', () => (this.route = read()));
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.route = read();
    if (!this.route.hash) scrollTo(0, 0);
  }

  /** Go on without a way back to the present address. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    this.route = read();
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    const leaves = !link || link.origin !== location.origin || link.target || link.hasAttribute('download');
    if (leaves || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.pathname.startsWith('/api')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
