"""A short description of a browser for the list of sessions, made of known names only."""

BROWSERS = (  # by a word of the User-Agent; the first match counts, since browsers also name those they imitate
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def describe_browser(agent: str) -> str:
    """Describe a browser by its User-Agent, without versions; "" if neither browser nor system is known.

    >>> describe_browser("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    'Firefox, Linux'
    """
    names = (next((name for word, name in known if word in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in names if name)
